package dev.parley.store.sqlite;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.problem.Problem;

import org.sqlite.SQLiteException;

import java.nio.file.Path;
import java.sql.SQLException;

/// What is said when SQLite fails. Only a file that really is damaged is called so; whatever comes
/// from the disk or from another program passes, and the store goes on by itself.
final class StoreProblem {
    private StoreProblem() {}

    static Problem of(Path path, SQLException cause) {
        var name = cause instanceof SQLiteException e ? e.getResultCode().name() : "";
        return problem(path, name, cause).causedBy(cause);
    }

    /// Whether it is worth trying again later.
    static boolean isPassing(Problem problem) {
        return switch (problem.kind()) {
            case DISK_FULL, DISK_READ_ONLY, STORE_UNAVAILABLE -> true;
            default -> false;
        };
    }

    /// Whether another program is at work on a file with which nothing is wrong.
    static boolean isHeldByOther(Problem problem) {
        return problem.getCause() instanceof SQLiteException e && isHeld(e.getResultCode().name());
    }

    private static boolean isHeld(String name) {
        return name.startsWith("SQLITE_BUSY") || name.startsWith("SQLITE_LOCKED");
    }

    private static Problem problem(Path path, String name, SQLException cause) {
        if (name.startsWith("SQLITE_CORRUPT") || name.equals("SQLITE_NOTADB")) {
            return Problem.brokenConfiguration(
                    "The database " + path + " is damaged.",
                    "Move it away (with its -wal and -shm files) and start Parley again: it makes a new one. The CLIs' own sessions are not in it.");
        }
        if (isHeld(name)) {
            return held(path);
        }
        // A quota or a limit of file sizes is no full disk to SQLite, but to everybody else.
        if (name.equals("SQLITE_FULL") || name.equals("SQLITE_IOERR_WRITE")) {
            return DiskProblem.full(path);
        }
        if (name.startsWith("SQLITE_IOERR") || name.equals("SQLITE_PROTOCOL")) {
            return DiskProblem.find(path, cause).orElseGet(() -> failing(path, cause));
        }
        if (name.startsWith("SQLITE_READONLY")
                || name.startsWith("SQLITE_CANTOPEN")
                || name.equals("SQLITE_PERM")) {
            return DiskProblem.find(path, cause).orElseGet(() -> DiskProblem.readOnly(path));
        }
        return Problem.brokenConfiguration(
                "The database " + path + " failed: " + cause.getMessage(),
                "This is a fault of Parley's: please report it. The file is not damaged.");
    }

    private static Problem held(Path path) {
        return new Problem(
                Problem.Kind.STORE_UNAVAILABLE,
                "Another program holds the database " + path + ".",
                "Wait for it to finish, or end it. Parley goes on by itself.");
    }

    private static Problem failing(Path path, SQLException cause) {
        return new Problem(
                Problem.Kind.STORE_UNAVAILABLE,
                "The disk with the database " + path + " fails: " + cause.getMessage(),
                "Check that disk. Parley tries again by itself.");
    }
}
