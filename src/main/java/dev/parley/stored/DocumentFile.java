package dev.parley.stored;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.function.Consumer;

/// Reads a session that is one document, or several that belong together: from its start, whenever
/// it changed.
public final class DocumentFile implements StoredReader {
    /// How a session looks now, without reading it.
    public interface Look {
        Stamp now() throws IOException;
    }

    private final String provider;
    private final StoredFile file;
    private final Look look;
    private final Consumer<Chronicle> content;
    private @Nullable Stamp stamp;

    /// @param content tells everything; what is not on the active branch at [StoredEvent#ABANDONED]
    public DocumentFile(String provider, StoredFile file, Look look, Consumer<Chronicle> content) {
        this.provider = provider;
        this.file = file;
        this.look = look;
        this.content = content;
    }

    @Override
    public Outcome readOn(StoredSink sink) {
        try {
            var now = look.now();
            if (now.equals(stamp)) {
                return Outcome.UNCHANGED;
            }
            var chronicle = new Chronicle(provider, file, now.modified());
            content.accept(chronicle);
            var session = chronicle.session();
            if (stamp != null) {
                sink.restart(session.nativeId());
            }
            stamp = now;
            chronicle.drain().forEach(sink::event);
            sink.session(session);
            return Outcome.READ;
        } catch (NoSuchFileException _) {
            return Outcome.VANISHED;
        } catch (IOException _) {
            return Outcome.UNREADABLE;
        }
    }

    @Override
    public boolean isActive(StoredEvent event) {
        return event.node() >= 0;
    }
}
