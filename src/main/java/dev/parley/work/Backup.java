package dev.parley.work;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.problem.Problem;
import dev.parley.store.StoreUpkeep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/// A consistent copy of the store, made while others go on writing to it. It appears under its name
/// when it is whole, readable by its owner only.
public final class Backup {
    private final StoreUpkeep store;

    public Backup(StoreUpkeep store) {
        this.store = store;
    }

    /// @param replaces whether a file that is there may go
    /// @return its size
    public long make(Path file, boolean replaces) throws InterruptedException {
        if (!store.exists()) {
            throw Problem.notFound(
                    "There is nothing to copy yet.", "Live sessions make the first entry.");
        }
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
                store.copyTo(draft);
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
        if (Files.isDirectory(target)) {
            throw Problem.invalid(
                    target + " is a directory.", "Name a file, such as parley-backup.db in it.");
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
