package dev.parley.base.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;

/// How a file looks from outside: as long as that stays the same, so does what is in it.
///
/// @param size -1 where there is no file
public record FileStamp(Instant modified, long size, String key) {
    /// A file written this shortly before it was read may be written once more without looking any
    /// different.
    private static final Duration RECENT = Duration.ofMillis(100);

    private static final FileStamp NO_FILE = new FileStamp(Instant.EPOCH, -1, "");

    public static FileStamp of(Path file) {
        try {
            var seen = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileStamp(
                    seen.lastModifiedTime().toInstant(),
                    seen.size(),
                    String.valueOf(seen.fileKey()));
        } catch (IOException _) {
            return NO_FILE;
        }
    }

    /// Whether a change from now on will show.
    public boolean isSettled(Instant now) {
        return modified.isBefore(now.minus(RECENT));
    }
}
