package dev.parley.store.sqlite;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;

import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.Objects;

/// The database file: how it is made, opened and settled, and what is said when that fails. Its
/// methods hold their thread.
///
/// @param busyMillis how long to wait for another program that writes
record SqliteFile(Path path, int busyMillis) {
    /// The changes of another Parley take milliseconds.
    private static final int BUSY_MILLIS = 5_000;

    /// At so many pages of 4 KB the log is tidied up by the writer itself: it may not grow without
    /// bound. [Checkpoints] comes first, unless much is written at once.
    static final int MOST_PAGES = 4096;

    SqliteFile(Path path) {
        this(path, BUSY_MILLIS);
    }

    /// A connection for the one writer, and a file in the shape this Parley knows. Readable by its
    /// owner only: conversations are in there.
    Statements writer() {
        try {
            var directory = Objects.requireNonNull(path.toAbsolutePath().getParent());
            PrivateFiles.directories(directory);
            NativeLibrary.prepare(directory.resolve("native"));
            PrivateFiles.file(path);
        } catch (IOException e) {
            throw DiskProblem.of(
                    path,
                    e,
                    Problem.brokenConfiguration(
                            "Parley cannot write its database " + path + ".",
                            "Make its directory writable, or set PARLEY_HOME to one that is."));
        }
        try {
            var config = config();
            config.setJournalMode(SQLiteConfig.JournalMode.WAL);
            var writer = new Statements(config.createConnection("jdbc:sqlite:" + path));
            try {
                writer.execute("pragma wal_autocheckpoint = " + MOST_PAGES);
                keepBeforeMigrating(writer);
                writer.transaction(() -> Migrations.apply(writer, path));
                if (!Space.isPrepared(writer)) {
                    prepareSpace();
                }
                return writer;
            } catch (SQLException | RuntimeException e) {
                close(writer);
                throw e;
            }
        } catch (SQLException e) {
            throw problem(e);
        }
    }

    /// An update that goes wrong, or is regretted, must cost nothing: no copy, no update.
    private void keepBeforeMigrating(Statements writer) throws SQLException {
        var shape = Migrations.shape(writer);
        if (shape == 0 || shape >= Migrations.newest()) {
            return;
        }
        var copy = path.resolveSibling(path.getFileName() + ".before-" + (shape + 1));
        var draft = copy.resolveSibling(copy.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(draft);
            PrivateFiles.file(draft);
            writer.update("vacuum into ?", draft.toString());
            Files.move(draft, copy, StandardCopyOption.REPLACE_EXISTING);
            LoggerFactory.getLogger(SqliteFile.class)
                    .info("The database is brought up to date; as it was, it is in {}", copy);
        } catch (IOException e) {
            throw DiskProblem.of(
                    copy,
                    e,
                    Problem.brokenConfiguration(
                            "The database cannot be copied before it is brought up to date: " + e,
                            "Make room for " + copy + "."));
        }
    }

    /// Without success it works as well; the file only does not become smaller.
    private void prepareSpace() {
        try {
            var alone = checkpointer();
            try {
                Space.prepare(alone);
            } finally {
                close(alone);
            }
        } catch (SQLException e) {
            LoggerFactory.getLogger(SqliteFile.class).debug("{} keeps its size", path, e);
        }
    }

    /// @param target a file that is empty or not there yet
    void copyTo(Path target) {
        try {
            var statements = checkpointer();
            try {
                statements.update("vacuum into ?", target.toString());
            } finally {
                close(statements);
            }
        } catch (SQLException e) {
            throw StoreProblem.of(target, e);
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
        return StoreProblem.of(path, cause);
    }

    private SQLiteConfig config() {
        var config = new SQLiteConfig();
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        config.setBusyTimeout(busyMillis);
        return config;
    }
}
