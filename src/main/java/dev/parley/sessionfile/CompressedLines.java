package dev.parley.sessionfile;

import dev.parley.sessionfile.scan.LargeLines;
import dev.parley.sessionfile.scan.LineSplitter;

import io.airlift.compress.v3.zstd.ZstdInputStream;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.BitSet;
import java.util.function.BiFunction;

/// Reads a file of lines that was compressed with zstd: from its start, whenever it changed.
public final class CompressedLines implements StoredReader {
    private final String provider;
    private final StoredFile file;
    private final BiFunction<StoredFile, SessionBuilder, LineReader> format;
    private @Nullable Stamp stamp;
    private BitSet active = new BitSet();
    private boolean isOutline;
    private boolean isWhole;

    public CompressedLines(
            String provider,
            StoredFile file,
            BiFunction<StoredFile, SessionBuilder, LineReader> format) {
        this.provider = provider;
        this.file = file;
        this.format = format;
    }

    @Override
    public StoredReader inOutline() {
        isOutline = true;
        return this;
    }

    @Override
    public StoredReader whole(String session) {
        isWhole = true;
        return this;
    }

    @Override
    public Outcome readOn(StoredSink sink) {
        try {
            var now = Stamp.of(file.path());
            if (now.equals(stamp)) {
                return Outcome.UNCHANGED;
            }
            var reader = format.apply(file, new SessionBuilder(provider, file, now.modified()));
            if (isOutline) {
                reader.inOutline();
            }
            if (isWhole) {
                reader.builder.whole();
            }
            if (stamp != null) {
                sink.restart(reader.session().nativeId());
            }
            stamp = now;
            read(reader, sink);
            active = reader.active();
            FileWarnings.skipped(reader.session(), file.path());
            sink.session(reader.session());
            return Outcome.READ;
        } catch (NoSuchFileException _) {
            return Outcome.VANISHED;
        } catch (ClosedByInterruptException _) {
            // Whoever wanted this gives up: it is no fault of the file.
            stamp = null;
            return Outcome.BUSY;
        } catch (IOException e) {
            FileWarnings.cannotRead(file.path(), FileWarnings.reason(e));
            return Outcome.UNREADABLE;
        }
    }

    /// What comes before a broken place is worth having.
    private void read(LineReader reader, StoredSink sink) throws IOException {
        var lines = LinesFile.feeding(() -> reader, sink);
        try (var splitter = new LineSplitter(LargeLines.LIMIT, lines)) {
            read(reader, lines, splitter);
        }
    }

    private void read(LineReader reader, LineSplitter.Lines lines, LineSplitter splitter)
            throws IOException {
        var bytes = new byte[1 << 16];
        try (var in = new ZstdInputStream(Files.newInputStream(file.path()))) {
            for (var count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                splitter.feed(bytes, count);
            }
        } catch (NoSuchFileException | ClosedByInterruptException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // The decoder complains of broken input with either.
            FileWarnings.cannotRead(file.path(), FileWarnings.reason(e));
            reader.skip("");
        }
        if (splitter.pending() > 0) {
            lines.line(splitter.rest());
        }
    }

    @Override
    public boolean isActive(StoredEvent event) {
        return event.isIn(active);
    }
}
