package dev.parley.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A stand-in for a CLI: a shell script.
public final class Stub {
    private Stub() {}

    public static Path script(Path directory, String name, String body) {
        try {
            var file = directory.resolve(name);
            Files.writeString(file, "#!/bin/sh\n" + body + "\n");
            return Files.setPosixFilePermissions(
                    file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
