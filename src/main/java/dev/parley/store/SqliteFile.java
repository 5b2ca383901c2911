package dev.parley.store;

import dev.parley.problem.Problem;

import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteException;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Objects;

/// The database file: how it is made, opened and settled, and what is said when that fails. Its
/// methods hold their thread.
record SqliteFile(Path path) {
    /// How long to wait for another Parley that writes.
    private static final int BUSY_MILLIS = 15_000;

    /// At so many pages of 4 KB the log is tidied up by the writer itself: it may not grow without
    /// bound. [Checkpoints] comes first, unless much is written at once.
    static final int MOST_PAGES = 4096;

    /// A connection for the one writer, and a file in the shape this Parley knows. Readable by its
    /// owner only: conversations are in there.
    Statements writer() {
        try {
            var directory = Objects.requireNonNull(path.toAbsolutePath().getParent());
            Files.createDirectories(directory);
            NativeLibrary.prepare(directory.resolve("native"));
            makeFile();
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            "Parley cannot write its database " + path + ".",
                            "Make its directory writable, or set PARLEY_HOME to one that is.")
                    .causedBy(e);
        }
        try {
            var config = config();
            config.setJournalMode(SQLiteConfig.JournalMode.WAL);
            var writer = new Statements(config.createConnection("jdbc:sqlite:" + path));
            try {
                writer.execute("pragma wal_autocheckpoint = " + MOST_PAGES);
                writer.transaction(() -> Migrations.apply(writer, path));
                return writer;
            } catch (SQLException | RuntimeException e) {
                close(writer);
                throw e;
            }
        } catch (SQLException e) {
            throw problem(e);
        }
    }

    Statements checkpointer() throws SQLException {
        return new Statements(config().createConnection("jdbc:sqlite:" + path));
    }

    Statements reader() {
        try {
            var config = config();
            config.setReadOnly(true);
            return new Statements(config.createConnection("jdbc:sqlite:" + path));
        } catch (SQLException e) {
            throw problem(e);
        }
    }

    void close(Statements statements) {
        try {
            statements.close();
        } catch (SQLException e) {
            LoggerFactory.getLogger(SqliteFile.class).warn("{} could not be closed", path, e);
        }
    }

    Problem problem(SQLException cause) {
        var code = cause instanceof SQLiteException e ? e.getResultCode() : null;
        var problem =
                switch (code) {
                    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CORRUPT_INDEX ->
                            Problem.brokenConfiguration(
                                    "The database " + path + " is damaged.",
                                    "Move it away (with its -wal and -shm files) and start Parley again: it makes a new one. The CLIs' own sessions are not in it.");
                    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_BUSY_SNAPSHOT ->
                            new Problem(
                                    Problem.Kind.BUSY,
                                    "Another program holds the database " + path + ".",
                                    "Wait for it to finish, or end it.");
                    case SQLITE_FULL, SQLITE_IOERR_WRITE ->
                            Problem.brokenConfiguration(
                                    "The disk with the database " + path + " is full.",
                                    "Make room on it.");
                    case SQLITE_READONLY,
                            SQLITE_CANTOPEN,
                            SQLITE_PERM,
                            SQLITE_READONLY_DIRECTORY,
                            SQLITE_READONLY_DBMOVED ->
                            Problem.brokenConfiguration(
                                    "Parley cannot write its database " + path + ".",
                                    "Make the file and its directory writable, or set PARLEY_HOME to a directory that is.");
                    case null, default ->
                            Problem.brokenConfiguration(
                                    "The database " + path + " failed: " + cause.getMessage(),
                                    "Check the disk it is on; if the file is broken, move it away.");
                };
        return problem.causedBy(cause);
    }

    private static SQLiteConfig config() {
        var config = new SQLiteConfig();
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        config.setBusyTimeout(BUSY_MILLIS);
        return config;
    }

    private void makeFile() throws IOException {
        if (!Files.exists(path)) {
            try {
                Files.createFile(
                        path,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
            } catch (FileAlreadyExistsException _) {
                // another Parley was quicker
            }
        }
    }
}
