package dev.parley.sessionfile;

import dev.parley.sessionfile.StoredReader.Outcome;

import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// A database that belongs to somebody else: opened for reading only, for as long as one reading
/// takes, and never when its files have not changed. While nobody writes to it, it is opened as
/// `immutable`: SQLite would otherwise put files of its own beside it. With something in the log
/// beside it that would miss it; then the memory that its programs share is opened for reading
/// only, too. Just where that is missing, because its owner was killed or the files were copied,
/// SQLite makes it.
public final class SqliteHistoryFile {
    /// Waiting longer helps nobody: there is a next time.
    private static final int BUSY_MILLIS = 250;

    private final Path file;
    private @Nullable List<Stamp> stamps;

    public SqliteHistoryFile(Path file) {
        this.file = file;
    }

    /// Queries, each a transaction of its own.
    public interface Rows {
        /// All rows, as text by the names of their columns; what is null is absent.
        List<Map<String, String>> rows(String sql, String... parameters) throws SQLException;
    }

    public interface Reading {
        /// @return whether there was anything new
        boolean read(Rows rows) throws SQLException;
    }

    public Outcome read(Reading reading) {
        if (!Files.exists(file)) {
            return Outcome.VANISHED;
        }
        var now = look();
        if (now.equals(stamps)) {
            return Outcome.UNCHANGED;
        }
        var isAtRest = isEmpty(beside("-wal")) && isEmpty(beside("-journal"));
        try {
            var hasRead = onPlatformThread(() -> query(reading, isAtRest));
            // Who began to write meanwhile was not waited for: that is read again.
            stamps = isAtRest && !look().equals(now) ? null : now;
            return hasRead ? Outcome.READ : Outcome.UNCHANGED;
        } catch (SQLException e) {
            if (isBusy(e) || !look().equals(now)) {
                return Outcome.BUSY;
            }
            FileWarnings.cannotRead(file, String.valueOf(e.getMessage()));
            return Outcome.UNREADABLE;
        }
    }

    private static boolean isBusy(SQLException e) {
        var code = e.getErrorCode() & 0xff;
        return code == SQLiteErrorCode.SQLITE_BUSY.code
                || code == SQLiteErrorCode.SQLITE_LOCKED.code
                // The shared memory is just being made, which only its owner may do.
                || code == SQLiteErrorCode.SQLITE_READONLY.code;
    }

    /// Changes are first in the log, then in the file.
    private List<Stamp> look() {
        var found = new ArrayList<Stamp>();
        for (var path : List.of(file, beside("-wal"))) {
            try {
                found.add(Stamp.of(path));
            } catch (IOException _) {
                // Not there.
            }
        }
        return found;
    }

    private static boolean isEmpty(Path log) {
        try {
            return Files.size(log) == 0;
        } catch (IOException _) {
            // Not there.
            return true;
        }
    }

    private Path beside(String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    private boolean query(Reading reading, boolean isAtRest) throws SQLException {
        var config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(BUSY_MILLIS);
        try (var connection = config.createConnection("jdbc:sqlite:" + uri(isAtRest))) {
            return reading.read((sql, parameters) -> rows(connection, sql, parameters));
        }
    }

    /// What has a meaning in a URI is written otherwise.
    private String uri(boolean isAtRest) {
        var isShared = Files.exists(beside("-shm"));
        return "file:"
                + file.toAbsolutePath()
                        .toString()
                        .replace("%", "%25")
                        .replace("?", "%3f")
                        .replace("#", "%23")
                + "?mode=ro"
                + (isAtRest ? "&immutable=1" : isShared ? "&readonly_shm=1" : "");
    }

    private static List<Map<String, String>> rows(
            Connection connection, String sql, String... parameters) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (var at = 0; at < parameters.length; at++) {
                statement.setString(at + 1, parameters[at]);
            }
            var rows = new ArrayList<Map<String, String>>();
            try (var result = statement.executeQuery()) {
                var columns = result.getMetaData();
                while (result.next()) {
                    var row = new HashMap<String, String>();
                    for (var column = 1; column <= columns.getColumnCount(); column++) {
                        var value = result.getString(column);
                        if (value != null) {
                            row.put(columns.getColumnName(column), value);
                        }
                    }
                    rows.add(row);
                }
            }
            return rows;
        }
    }

    /// SQLite holds its thread while it works: a virtual one would hold its carrier too.
    private static boolean onPlatformThread(Callable<Boolean> work) throws SQLException {
        var task = new FutureTask<>(work);
        if (Thread.currentThread().isVirtual()) {
            Thread.ofPlatform().name("sqlite-read").start(task);
        } else {
            task.run();
        }
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("Interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SQLException failure
                    ? failure
                    : new SQLException(e.getCause());
        }
    }
}
