package dev.parley.history.text;

import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.SessionKey;
import dev.parley.history.History.Seen;
import dev.parley.history.text.index.Batch;
import dev.parley.history.text.index.FileState;
import dev.parley.history.text.index.TextIndex;
import dev.parley.history.text.words.TextPacker;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.sessionfile.StoredFacts;
import dev.parley.sessionfile.StoredFile.Layout;
import dev.parley.sessionfile.StoredReader;
import dev.parley.sessionfile.StoredSink;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/// Brings one file into the index, again and again as it grows: turns that are complete once, the
/// last one anew whenever it goes on. Belongs to one thread.
final class FileIndexing {
    private final Seen seen;
    private final String path;
    private final Supplier<StoredReader> open;
    private final StoredReader reader;
    private final TextIndex index;
    private final TurnText text;
    private final BranchTracker taken = new BranchTracker();
    private boolean isFresh = true;

    /// Turns that begin before this event are in the index already.
    private long known;

    private boolean isSkipping;
    private boolean isWritten;
    private boolean hasTurn;
    private int turn;
    private long turnFirst;
    private long lastSequence;
    private long line = -1;
    private @Nullable String session;

    FileIndexing(Seen seen, Supplier<StoredReader> open, TextIndex index, TextPacker packer) {
        this.seen = seen;
        path = seen.file().path().toString();
        this.open = open;
        reader = open.get();
        this.index = index;
        text = new TurnText(packer, seen.file().layout() != Layout.LINES);
    }

    Seen seen() {
        return seen;
    }

    /// Whether which branch is active is known only at the end.
    private boolean isBranching() {
        return switch (seen.file().layout()) {
            case LINES, COMPRESSED_LINES -> true;
            case DOCUMENT, DATABASE -> false;
        };
    }

    /// Indexes what is new.
    ///
    /// @param now how the file looks
    /// @param before how far it was indexed by somebody else; only asked for at first
    /// @return whether it is indexed; if not, it is to be tried again
    boolean read(Seen now, @Nullable FileState before) throws IOException {
        try {
            if (isFresh && before != null) {
                prepare(now, before);
            }
            isFresh = false;
            var outcome = reader.readOn(new Sink(event -> isBranching() || reader.isActive(event)));
            switch (outcome) {
                case BUSY -> {
                    return false;
                }
                case VANISHED -> {
                    index.deleteFile(path);
                    return true;
                }
                case READ, UNCHANGED, UNREADABLE -> {}
            }
            write();
            if (isBranching() && taken.hasChanged(reader)) {
                readActive();
            }
            index.put(path, state(now));
            return true;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void prepare(Seen now, FileState before) throws IOException {
        var hasGrown =
                seen.file().layout() == Layout.LINES
                        && !before.isBranched()
                        && before.hasGrown(seen.file().path(), now.size());
        if (hasGrown) {
            known = before.lastTurn();
            index.deleteFrom(path, known);
        } else {
            index.deleteFile(path);
        }
    }

    FileState state(Seen now) {
        return new FileState(
                now.size(),
                now.modified(),
                turnFirst,
                lastSequence,
                taken.isBranched(),
                seen.file().layout() == Layout.LINES
                        ? FileState.ending(seen.file().path(), now.size())
                        : 0);
    }

    /// Something was taken back: reads everything once more, now that it is known what.
    private void readActive() throws IOException {
        index.deleteFile(path);
        known = 0;
        hasTurn = false;
        turn = 0;
        isWritten = false;
        taken.settle(reader);
        open.get().readOn(new Sink(reader::isActive));
        write();
    }

    private interface Wanted {
        boolean test(StoredEvent event);
    }

    private final class Sink implements StoredSink {
        private final Wanted wanted;

        Sink(Wanted wanted) {
            this.wanted = wanted;
        }

        @Override
        public void restart(String nativeId) {
            try {
                index.deleteSession(path, new SessionKey(seen.provider(), nativeId).toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            hasTurn = false;
            turn = 0;
            known = 0;
            isWritten = false;
            taken.clear();
        }

        @Override
        public void line(long offset) {
            line = offset;
        }

        @Override
        public void event(StoredEvent event) {
            if (isBranching()) {
                taken.add(event.node());
            }
            lastSequence = Math.max(lastSequence, event.envelope().sequenceNumber());
            if (wanted.test(event)) {
                take(event);
            }
        }

        /// One file may hold many sessions, one behind the other.
        @Override
        public void session(StoredFacts told) {
            if (seen.file().layout() == Layout.DATABASE) {
                write();
                hasTurn = false;
                turn = 0;
            }
        }
    }

    private void take(StoredEvent event) {
        var envelope = event.envelope();
        var isPrompt = envelope.event() instanceof Event.UserSaid;
        if (isPrompt || !hasTurn) {
            write();
            turn += isPrompt ? 1 : 0;
            begin(envelope);
        } else {
            unwrite();
            if (!isSkipping && text.isFull()) {
                write();
                text.goOn(envelope);
                isWritten = false;
            }
        }
        if (!isSkipping) {
            text.add(event, line);
        }
    }

    private void begin(Envelope envelope) {
        hasTurn = true;
        isWritten = false;
        turnFirst = envelope.sequenceNumber();
        isSkipping = turnFirst < known;
        session = sessionOf(envelope);
        if (!isSkipping) {
            text.begin(envelope, turn);
        }
    }

    private String sessionOf(Envelope envelope) {
        var id =
                envelope.sessionId() == null
                        ? seen.file().path().getFileName().toString()
                        : envelope.sessionId();
        return new SessionKey(seen.provider(), id).toString();
    }

    /// Puts the turn into the index as it is now.
    private void write() {
        if (!hasTurn || isSkipping || isWritten || session == null) {
            return;
        }
        isWritten = true;
        if (!text.isEmpty()) {
            try {
                index.add(
                        new Batch.Key(path, session, text.first()),
                        text.document(session, seen.provider(), path),
                        text.words());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// The turn goes on: what is in the index is not all of it.
    private void unwrite() {
        if (isWritten) {
            isWritten = false;
            try {
                index.deleteFrom(path, text.first());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
