package dev.parley.sessionfile;

/// Reads one [StoredFile], again and again as it grows. Belongs to one thread; never throws because
/// of what is in the file, and never writes.
public interface StoredReader {
    /// How a reading went.
    enum Outcome {
        /// Nothing new since the last time.
        UNCHANGED,
        /// Something was read.
        READ,
        /// Somebody else is in the way: a locked database. Try again later.
        BUSY,
        /// The file is gone.
        VANISHED,
        /// The file cannot be read; why was logged, once.
        UNREADABLE
    }

    /// Cuts long texts where that saves time: enough to list sessions, to count, and to know the
    /// active branch. To be called before the first reading.
    default StoredReader inOutline() {
        return this;
    }

    /// Tells everything there is of a conversation, with images, and which parts are one reply. To
    /// be called before the first reading.
    ///
    /// @param session the one that is wanted, where a file holds many
    default StoredReader whole(String session) {
        return this;
    }

    /// Reads what is new since the last time, or everything at first.
    Outcome readOn(StoredSink sink);

    /// Whether an event is on the branch on which the session would be resumed, as far as it was
    /// read. The answer may change with every reading.
    boolean isActive(StoredEvent event);
}
