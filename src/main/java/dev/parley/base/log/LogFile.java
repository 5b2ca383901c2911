package dev.parley.base.log;

import dev.parley.base.disk.Directories;
import dev.parley.base.disk.PrivateFiles;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.logging.Handler;
import java.util.logging.LogRecord;

/// The log on disk, with everything a developer needs: what a person sees of it is one line each,
/// see [LogLine]. Several Parleys may write to it at once. When it is large, it becomes the old
/// one.
public final class LogFile extends Handler {
    private static final long LARGE = 4 << 20;

    private final Path path;

    public LogFile() {
        this(path());
    }

    public LogFile(Path path) {
        this.path = path;
        setFormatter(new LogEntry.Writer());
    }

    /// Where it is.
    public static Path path() {
        return Directories.of(System.getenv()).log();
    }

    /// The one before it.
    static Path old(Path path) {
        return path.resolveSibling(path.getFileName() + ".old");
    }

    @Override
    public synchronized void publish(LogRecord record) {
        if (!isLoggable(record)) {
            return;
        }
        try {
            make();
            Files.writeString(
                    path,
                    getFormatter().format(record),
                    StandardCharsets.UTF_8,
                    StandardOpenOption.APPEND);
        } catch (IOException | UnsupportedOperationException _) {
            // No room, or not ours to write to: the line on standard error has to be enough.
        }
    }

    private void make() throws IOException {
        if (Files.exists(path) && Files.size(path) > LARGE) {
            Files.move(path, old(path), StandardCopyOption.REPLACE_EXISTING);
        }
        PrivateFiles.directoryOf(path);
        PrivateFiles.file(path);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
