package dev.parley.sessionfile;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;

/// Reads a session that is one document, or several that belong together: from its start, whenever
/// it changed.
public final class DocumentFile implements StoredReader {
    /// How a session looks now, without reading it.
    public interface Look {
        Stamp now() throws IOException;
    }

    /// What it holds.
    public interface Content {
        /// Tells everything; what is not on the active branch at [StoredEvent#ABANDONED].
        ///
        /// @param pause to be called between pieces, so that what was told need not be kept
        void readInto(SessionBuilder builder, Runnable pause) throws IOException;
    }

    private final String provider;
    private final StoredFile file;
    private final Look look;
    private final Content content;
    private @Nullable Stamp stamp;
    private @Nullable String told;
    private boolean isWhole;

    public DocumentFile(String provider, StoredFile file, Look look, Content content) {
        this.provider = provider;
        this.file = file;
        this.look = look;
        this.content = content;
    }

    @Override
    public StoredReader whole(String session) {
        isWhole = true;
        return this;
    }

    @Override
    public Outcome readOn(StoredSink sink) {
        try {
            var now = look.now();
            if (now.equals(stamp)) {
                return Outcome.UNCHANGED;
            }
            if (told != null) {
                sink.restart(told);
            }
            stamp = null;
            var builder = new SessionBuilder(provider, file, now.modified());
            if (isWhole) {
                builder.whole();
            }
            Runnable pause = () -> builder.drain().forEach(sink::event);
            try {
                content.readInto(builder, pause);
                pause.run();
            } finally {
                // What was told so far is void when this is read again.
                told = builder.session().nativeId();
            }
            var session = builder.session();
            stamp = now;
            FileWarnings.skipped(session, file.path());
            sink.session(session);
            return Outcome.READ;
        } catch (NoSuchFileException _) {
            return Outcome.VANISHED;
        } catch (ClosedByInterruptException _) {
            // Whoever wanted this gives up: it is no fault of the file.
            return Outcome.BUSY;
        } catch (IOException e) {
            FileWarnings.cannotRead(file.path(), FileWarnings.reason(e));
            return Outcome.UNREADABLE;
        }
    }

    @Override
    public boolean isActive(StoredEvent event) {
        return event.node() >= 0;
    }
}
