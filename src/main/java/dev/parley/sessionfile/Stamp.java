package dev.parley.sessionfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/// How a file looked when it was read, to tell whether it changed since.
public record Stamp(Instant modified, long size) {
    public static Stamp of(Path file) throws IOException {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(attributes.lastModifiedTime().toInstant(), attributes.size());
    }
}
