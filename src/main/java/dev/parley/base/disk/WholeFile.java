package dev.parley.base.disk;

import dev.parley.base.problem.Problem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/// A file that a person asked for. It appears under its name when it is whole, readable by its
/// owner only; until then one that is there already stays as it is.
public final class WholeFile {
    private WholeFile() {}

    /// Fills a file that is there, and empty.
    @FunctionalInterface
    public interface Content {
        void writeTo(Path draft) throws IOException, InterruptedException;
    }

    /// @param replaces whether a file that is there may go
    /// @return its size
    public static long write(Path file, boolean replaces, Content content)
            throws InterruptedException {
        var target = file.toAbsolutePath().normalize();
        check(target, replaces);
        try {
            var draft =
                    Files.createTempFile(
                            target.getParent(),
                            "." + target.getFileName(),
                            ".tmp",
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
            try {
                content.writeTo(draft);
                if (replaces) {
                    Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
                } else {
                    Files.createLink(target, draft); // unlike a move, it replaces nothing
                }
                return Files.size(target);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw DiskProblem.of(
                    target,
                    e,
                    Problem.invalid(
                            "Cannot write " + target + ": " + e.getMessage(),
                            "Name a file in a directory that can be written."));
        }
    }

    private static void check(Path target, boolean replaces) {
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            throw Problem.invalid(
                    target + (Files.isDirectory(target) ? " is a directory." : " is no file."),
                    "Name a file in a directory.");
        }
        if (target.getParent() == null || !Files.isDirectory(target.getParent())) {
            throw Problem.invalid(
                    "There is no directory " + target.getParent() + ".", "Make it first.");
        }
        if (!replaces && Files.exists(target)) {
            throw Problem.invalid(
                    target + " is there already.", "Name another file, or say --force.");
        }
    }
}
