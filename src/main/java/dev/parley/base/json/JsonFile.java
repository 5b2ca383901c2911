package dev.parley.base.json;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/// Writes a JSON file so that whoever reads it finds the old one or the new one, never half of
/// either.
public final class JsonFile {
    /// Only the user may read it.
    public static final String PRIVATE = "rw-------";

    private JsonFile() {}

    /// Writes it with line breaks, for people.
    ///
    /// @param permissions of a new file, as in `rw-r--r--`; an old one keeps its own
    public static void write(Path file, Object value, String permissions) {
        writeText(file, Json.pretty(value) + "\n", permissions);
    }

    /// The same for a text that a person wrote.
    public static void writeText(Path file, String text, String permissions) {
        try {
            // A link stays a link.
            var target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
            PrivateFiles.directoryOf(target);
            var allowed =
                    Files.exists(target)
                            ? Files.getPosixFilePermissions(target)
                            : PosixFilePermissions.fromString(permissions);
            var draft =
                    Files.createTempFile(target.getParent(), "." + target.getFileName(), ".tmp");
            try {
                Files.writeString(draft, text);
                Files.setPosixFilePermissions(draft, allowed);
                Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw DiskProblem.of(
                    file,
                    e,
                    Problem.brokenConfiguration(
                            "Cannot write " + file + ": " + e.getMessage(),
                            "Make its directory writable for you."));
        }
    }
}
