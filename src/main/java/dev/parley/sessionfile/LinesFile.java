package dev.parley.sessionfile;

import dev.parley.sessionfile.scan.LargeLines;
import dev.parley.sessionfile.scan.Line;
import dev.parley.sessionfile.scan.LineSplitter;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.BitSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Reads a file of lines on from where it stopped, with the [LineReader] of its format.
public final class LinesFile implements StoredReader {
    private final StoredFile file;
    private final String provider;
    private final BiFunction<StoredFile, SessionBuilder, LineReader> format;
    private final GrowingFile lines;
    private final Sidecar sidecar;
    private LineReader reader;
    private @Nullable BitSet active;
    private boolean hasBegun;
    private boolean isOutline;
    private boolean isWhole;

    /// @param format makes a fresh reader, again when the file was written anew
    public LinesFile(
            String provider,
            StoredFile file,
            BiFunction<StoredFile, SessionBuilder, LineReader> format) {
        this(provider, file, format, Sidecar.NONE, LargeLines.LIMIT);
    }

    /// @param sidecar another file that tells more about the session
    public LinesFile(
            String provider,
            StoredFile file,
            BiFunction<StoredFile, SessionBuilder, LineReader> format,
            Sidecar sidecar) {
        this(provider, file, format, sidecar, LargeLines.LIMIT);
    }

    LinesFile(
            String provider,
            StoredFile file,
            BiFunction<StoredFile, SessionBuilder, LineReader> format,
            Sidecar sidecar,
            int limit) {
        this.provider = provider;
        this.file = file;
        this.format = format;
        this.sidecar = sidecar;
        lines = new GrowingFile(file.path(), limit);
        reader = fresh();
    }

    private LineReader fresh() {
        var fresh = format.apply(file, new SessionBuilder(provider, file, modified(file.path())));
        if (isOutline) {
            fresh.inOutline();
        }
        if (isWhole) {
            fresh.builder.whole();
        }
        return fresh;
    }

    private static Instant modified(Path path) {
        try {
            return Files.getLastModifiedTime(path).toInstant();
        } catch (IOException _) {
            return Instant.EPOCH;
        }
    }

    @Override
    public StoredReader inOutline() {
        isOutline = true;
        reader.inOutline();
        return this;
    }

    @Override
    public StoredReader whole(String session) {
        isWhole = true;
        reader.builder.whole();
        return this;
    }

    @Override
    public Outcome readOn(StoredSink sink) {
        try {
            var isTold = addSidecar();
            var change = lines.readOn(feeding(() -> reader, sink));
            if (change == GrowingFile.Change.REWRITTEN) {
                startOver(sink);
                sidecar.addTo(reader.builder);
                change = lines.readOn(feeding(() -> reader, sink));
            }
            // An empty file is a session too, of which nothing is known but its name.
            if (change == GrowingFile.Change.NONE && hasBegun && !isTold) {
                return Outcome.UNCHANGED;
            }
            hasBegun = true;
            active = null;
            var session = reader.session();
            FileWarnings.skipped(session, file.path());
            if (reader.builder.isKnown()) {
                sink.session(session);
            }
            return Outcome.READ;
        } catch (NoSuchFileException _) {
            return Outcome.VANISHED;
        } catch (ClosedByInterruptException _) {
            // Whoever wanted this gives up: it is no fault of the file.
            startOver(sink);
            return Outcome.BUSY;
        } catch (IOException e) {
            startOver(sink);
            FileWarnings.cannotRead(file.path(), FileWarnings.reason(e));
            return Outcome.UNREADABLE;
        }
    }

    /// What was told of the file is void.
    private void startOver(StoredSink sink) {
        sink.restart(reader.session().nativeId());
        reader = fresh();
        lines.startOver();
        hasBegun = false;
    }

    /// First, because the beginning of a session is told with what is known then.
    private boolean addSidecar() {
        var hasChanged = sidecar.hasChanged();
        if (hasChanged) {
            sidecar.addTo(reader.builder);
        }
        return hasChanged;
    }

    static LineSplitter.Lines feeding(Supplier<LineReader> reader, StoredSink sink) {
        // One for all lines: making another for each takes longer than most lines do.
        Consumer<StoredEvent> events = sink::event;
        return new LineSplitter.Lines() {
            @Override
            public void at(long offset) {
                sink.line(offset);
            }

            @Override
            public void line(Line line) {
                LargeLines.read(line.length(), () -> reader.get().hear(line).forEach(events));
            }

            @Override
            public void tooLong(String beginning) {
                reader.get().skip(beginning);
            }
        };
    }

    @Override
    public boolean isActive(StoredEvent event) {
        active = active == null ? reader.active() : active;
        return event.isIn(active);
    }
}
