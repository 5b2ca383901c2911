package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.sessionfile.StoredReader.Outcome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class SqliteHistoryFileTest {
    @TempDir Path folder;

    private Connection writer(Path file, String... statements) throws SQLException {
        var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
        return connection;
    }

    private static Outcome read(SqliteHistoryFile database, List<Map<String, String>> rows) {
        return database.read(connection -> {
            rows.addAll(connection.rows("SELECT v FROM t WHERE v <> ? ORDER BY v", "0"));
            return true;
        });
    }

    @Test
    void whatIsOnlyInTheLogOfARunningProgramIsRead() throws SQLException {
        var file = folder.resolve("odd #1 100%.db");
        try (var _ =
                writer(
                        file,
                        "PRAGMA journal_mode=WAL",
                        "CREATE TABLE t(v)",
                        "INSERT INTO t VALUES(1)")) {
            var rows = new ArrayList<Map<String, String>>();
            assertEquals(Outcome.READ, read(new SqliteHistoryFile(file), rows));
            assertEquals(List.of(Map.of("v", "1")), rows);
        }
    }

    @Test
    void anUnchangedDatabaseIsNotOpened() throws SQLException {
        var file = folder.resolve("a.db");
        var database = new SqliteHistoryFile(file);
        try (var other = writer(file, "PRAGMA journal_mode=WAL", "CREATE TABLE t(v)")) {
            assertEquals(Outcome.READ, read(database, new ArrayList<>()));
            assertEquals(Outcome.UNCHANGED, read(database, new ArrayList<>()));
            try (var statement = other.createStatement()) {
                statement.execute("INSERT INTO t VALUES(2)");
            }
            var rows = new ArrayList<Map<String, String>>();
            assertEquals(Outcome.READ, read(database, rows));
            assertEquals(List.of(Map.of("v", "2")), rows);
        }
    }

    @Test
    void nothingCanBeWrittenAndAWriterIsNotHeldUp() throws SQLException {
        var file = folder.resolve("a.db");
        try (var other = writer(file, "PRAGMA journal_mode=WAL", "CREATE TABLE t(v)")) {
            new SqliteHistoryFile(file)
                    .read(connection -> {
                        connection.rows("SELECT * FROM t");
                        assertThrows(
                                SQLException.class,
                                () -> connection.rows("INSERT INTO t VALUES(9) RETURNING v"));
                        try (var statement = other.createStatement()) {
                            statement.execute("INSERT INTO t VALUES(3)");
                        }
                        return true;
                    });
            var rows = new ArrayList<Map<String, String>>();
            read(new SqliteHistoryFile(file), rows);
            assertEquals(List.of(Map.of("v", "3")), rows);
        }
    }

    @Test
    void aLockedDatabaseIsReadLater() throws SQLException {
        var file = folder.resolve("a.db");
        var database = new SqliteHistoryFile(file);
        try (var other =
                writer(file, "CREATE TABLE t(v)", "BEGIN EXCLUSIVE", "INSERT INTO t VALUES(1)")) {
            assertEquals(Outcome.BUSY, read(database, new ArrayList<>()));
            try (var statement = other.createStatement()) {
                statement.execute("COMMIT");
            }
            assertEquals(Outcome.READ, read(database, new ArrayList<>()));
        }
    }

    @Test
    void nothingIsPutBesideADatabaseThatNobodyWritesTo() throws SQLException, IOException {
        var file = folder.resolve("a.db");
        writer(file, "PRAGMA journal_mode=WAL", "CREATE TABLE t(v)", "INSERT INTO t VALUES(1)")
                .close();
        var rows = new ArrayList<Map<String, String>>();
        assertEquals(Outcome.READ, read(new SqliteHistoryFile(file), rows));
        assertEquals(List.of(Map.of("v", "1")), rows);
        try (var all = Files.list(folder)) {
            assertEquals(List.of(file), all.toList());
        }
    }

    @Test
    void nothingOfAProgramThatWasKilledIsTouched() throws SQLException, IOException {
        var file = folder.resolve("a.db");
        try (var _ =
                writer(
                        file,
                        "PRAGMA journal_mode=WAL",
                        "CREATE TABLE t(v)",
                        "INSERT INTO t VALUES(1)")) {
            // The same files with nobody behind them, and once without what is in the log.
            for (var ending : List.of("", "-wal", "-shm")) {
                Files.copy(folder.resolve("a.db" + ending), folder.resolve("b.db" + ending));
            }
            Files.copy(file, folder.resolve("c.db"));
            Files.createFile(folder.resolve("c.db-wal"));
        }
        var before = contents();
        var rows = new ArrayList<Map<String, String>>();
        assertEquals(Outcome.READ, read(new SqliteHistoryFile(folder.resolve("b.db")), rows));
        assertEquals(List.of(Map.of("v", "1")), rows);
        read(new SqliteHistoryFile(folder.resolve("c.db")), new ArrayList<>());
        assertEquals(before, contents());
    }

    /// Every file here, when it was written, and a sum of what it holds.
    private Map<String, Integer> contents() throws IOException {
        var contents = new TreeMap<String, Integer>();
        try (var all = Files.list(folder)) {
            for (var file : all.toList()) {
                contents.put(
                        file.getFileName() + " " + Files.getLastModifiedTime(file),
                        Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return contents;
    }

    @Test
    void whatIsWrittenWhileADatabaseIsReadIsReadTheNextTime() throws SQLException {
        var file = folder.resolve("a.db");
        writer(file, "PRAGMA journal_mode=WAL", "CREATE TABLE t(v)").close();
        var database = new SqliteHistoryFile(file);
        var outcome =
                database.read(connection -> {
                    connection.rows("SELECT * FROM t");
                    writer(file, "INSERT INTO t VALUES(3)").close();
                    return true;
                });
        assertEquals(Outcome.READ, outcome);
        var rows = new ArrayList<Map<String, String>>();
        assertEquals(Outcome.READ, read(database, rows));
        assertEquals(List.of(Map.of("v", "3")), rows);
        assertEquals(Outcome.UNCHANGED, read(database, rows));
    }

    @Test
    void whatIsNoDatabaseIsUnreadable() throws IOException {
        var file = folder.resolve("a.db");
        Files.writeString(file, "certainly not a database, but long enough to look at ".repeat(50));
        assertEquals(Outcome.UNREADABLE, read(new SqliteHistoryFile(file), new ArrayList<>()));
        assertEquals(
                Outcome.VANISHED,
                read(new SqliteHistoryFile(folder.resolve("b")), new ArrayList<>()));
    }

    @Test
    void aVirtualThreadMayAskToo() throws Exception {
        var file = folder.resolve("a.db");
        try (var _ = writer(file, "CREATE TABLE t(v)")) {
            var outcomes = new ArrayList<Outcome>();
            Thread.ofVirtual()
                    .start(() -> outcomes.add(read(new SqliteHistoryFile(file), new ArrayList<>())))
                    .join();
            assertEquals(List.of(Outcome.READ), outcomes);
        }
    }
}
