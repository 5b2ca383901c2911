package dev.parley.base.log;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads a log from its end, and then what is added to it. Not thread-safe.
public final class LogTail {
    private final Path file;
    private long place;

    public LogTail(Path file) {
        this.file = file;
    }

    /// All entries that are there, also of the file before this one.
    public List<LogEntry> all() throws IOException {
        var lines = new ArrayList<String>();
        var old = LogFile.old(file);
        if (Files.exists(old)) {
            lines.addAll(text(old, 0).lines().toList());
        }
        lines.addAll(fresh());
        return LogEntry.of(lines);
    }

    /// What was added since the last look. A file that has begun anew is read from its beginning.
    public List<LogEntry> more() throws IOException {
        return LogEntry.of(fresh());
    }

    private List<String> fresh() throws IOException {
        if (!Files.exists(file)) {
            place = 0;
            return List.of();
        }
        if (Files.size(file) < place) {
            place = 0;
        }
        var text = text(file, place);
        // Half a line is read again when the rest of it is there.
        var whole = text.substring(0, text.lastIndexOf('\n') + 1);
        place += whole.getBytes(StandardCharsets.UTF_8).length;
        return whole.lines().toList();
    }

    private static String text(Path file, long from) throws IOException {
        try (var open = new RandomAccessFile(file.toFile(), "r")) {
            var bytes = new byte[(int) Math.min(Integer.MAX_VALUE - 8, open.length() - from)];
            open.seek(from);
            open.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
