package dev.parley.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.problem.Problem;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

class DatabaseTest {
    private static final String INSERT =
            "insert into live_event (session_id, sequence, json) values (?, ?, ?)";

    @TempDir Path directory;

    private Path file() {
        return directory.resolve("data/parley.db");
    }

    private static List<Integer> sequences(Database database, String session)
            throws InterruptedException {
        return database.read(statements ->
                statements.query(
                        "select sequence from live_event where session_id = ? order by sequence",
                        row -> row.getInt(1),
                        session));
    }

    /// Writes one event and notes down what became of it.
    private record Insert(String session, long sequence, List<String> told) implements Write {
        @Override
        public void run(Statements statements) throws SQLException {
            statements.update(INSERT, session, sequence, "{}");
        }

        @Override
        public void stored() {
            told.add("stored " + sequence);
        }

        @Override
        public void failed(Problem problem) {
            told.add("failed " + sequence);
        }
    }

    @Test
    void makesNoFileBeforeItIsNeeded() {
        try (var database = new Database(file())) {
            assertFalse(database.exists());
        }
        assertFalse(Files.exists(file()));
    }

    @Test
    void keepsWhatWasWritten() throws Exception {
        try (var database = new Database(file())) {
            int rows = database.write(statements -> statements.update(INSERT, "s", 1, "{}"));
            assertEquals(1, rows);
            assertEquals(List.of(1), sequences(database, "s"));
        }
        try (var database = new Database(file())) {
            assertEquals(List.of(1), sequences(database, "s"));
        }
    }

    @Test
    void isForItsOwnerOnly() throws Exception {
        try (var database = new Database(file())) {
            assertEquals(List.of(), sequences(database, "s"));
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
        }
    }

    @Test
    void tellsInTheOrderOfTheQueueAndSparesTheOthersWhenOneFails() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        try (var database = new Database(file())) {
            for (var sequence : List.of(1, 2, 2, 3)) {
                database.submit(new Insert("s", sequence, told));
            }
        }
        assertEquals(List.of("stored 1", "stored 2", "failed 2", "stored 3"), told);
        try (var database = new Database(file())) {
            assertEquals(List.of(1, 2, 3), sequences(database, "s"));
        }
    }

    @Test
    void storesWhatIsQueuedBeforeItCloses() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        try (var database = new Database(file())) {
            for (var sequence = 1; sequence <= 5000; sequence++) {
                database.submit(new Insert("s", sequence, told));
            }
        }
        assertEquals(
                IntStream.rangeClosed(1, 5000).mapToObj(number -> "stored " + number).toList(),
                told);
    }

    @Test
    void aFailedChangeIsAProblem() {
        try (var database = new Database(file())) {
            var problem =
                    assertThrows(
                            Problem.class,
                            () -> database.write(statements -> statements.update("nonsense")));
            assertThat(problem.message()).contains(file().toString());
        }
    }

    @Test
    void twoOfThemShareOneFile() throws Exception {
        try (var one = new Database(file());
                var two = new Database(file())) {
            var writers = new ArrayList<Thread>();
            for (var database : List.of(one, two)) {
                var session = database == one ? "one" : "two";
                writers.add(
                        Thread.startVirtualThread(() -> {
                            try {
                                for (var sequence = 1; sequence <= 200; sequence++) {
                                    var number = sequence;
                                    database.write(statements ->
                                            statements.update(INSERT, session, number, "{}"));
                                }
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        }));
            }
            for (var writer : writers) {
                writer.join();
            }
            var all = IntStream.rangeClosed(1, 200).boxed().toList();
            assertEquals(List.of(all, all), List.of(sequences(two, "one"), sequences(one, "two")));
        }
    }

    @Test
    void aDamagedFileIsNamedAndLeftAlone() throws Exception {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), "this is no database, but somebody's notes ".repeat(50));
        var before = Files.readString(file());
        try (var database = new Database(file())) {
            var problem = assertThrows(Problem.class, () -> sequences(database, "s"));
            assertEquals("The database " + file() + " is damaged.", problem.message());
            assertThat(problem.remedy()).startsWith("Move it away");
            assertEquals(before, Files.readString(file()));
            // Whoever moves it away need not start Parley again.
            Files.delete(file());
            assertEquals(List.of(), sequences(database, "s"));
        }
    }

    @Test
    void aFileOfANewerParleyIsLeftAlone() throws Exception {
        try (var database = new Database(file())) {
            database.write(
                    statements -> statements.update("insert into migration (number) values (99)"));
        }
        try (var database = new Database(file())) {
            var problem = assertThrows(Problem.class, () -> sequences(database, "s"));
            assertEquals(
                    "The database %s was made by a newer Parley (shape 99, this one knows %d)."
                            .formatted(file(), Migrations.newest()),
                    problem.message());
        }
    }

    @Test
    void aCopyIsKeptBeforeAnUpdate() throws Exception {
        try (var database = new Database(file())) {
            assertEquals(List.of(), sequences(database, "s"));
        }
        Files.delete(file());
        var older = new Statements(DriverManager.getConnection("jdbc:sqlite:" + file()));
        Migrations.apply(older, file(), Migrations.newest() - 1);
        older.update(INSERT, "s", 1, "{}");
        older.close();
        var copy = file().resolveSibling("parley.db.before-" + Migrations.newest());
        try (var database = new Database(file())) {
            assertEquals(List.of(1), sequences(database, "s"));
        }
        assertThat(copy).exists();
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)));
        try (var before = DriverManager.getConnection("jdbc:sqlite:" + copy).createStatement();
                var rows = before.executeQuery("select max(number) from migration")) {
            assertEquals(Migrations.newest() - 1, rows.getInt(1));
        }
        // A start that updates nothing keeps no other copy.
        Files.delete(copy);
        try (var database = new Database(file())) {
            assertEquals(List.of(1), sequences(database, "s"));
        }
        assertThat(copy).doesNotExist();
    }

    @Test
    void aDirectoryThatCannotBeMadeIsAProblem() throws Exception {
        Files.writeString(directory.resolve("data"), "a file");
        try (var database = new Database(file())) {
            var problem = assertThrows(Problem.class, () -> sequences(database, "s"));
            assertThat(problem.remedy()).contains("PARLEY_HOME");
        }
    }

    @Test
    void waitsForAnotherProgramThatWrites() throws Exception {
        try (var database = new Database(file())) {
            assertEquals(List.of(), sequences(database, "s"));
            var other = new SqliteFile(file()).writer();
            var told = new CopyOnWriteArrayList<String>();
            other.transaction(() -> {
                try {
                    other.update(INSERT, "s", 1, "{}");
                    database.submit(new Insert("s", 2, told));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            other.close();
            Awaitility.await().until(() -> told.equals(List.of("stored 2")));
        }
    }

    @Test
    void whatIsWrittenGetsFromTheLogIntoTheFileWithoutTheWriter() throws Exception {
        try (var database = new Database(file())) {
            assertEquals(List.of(), sequences(database, "s"));
            var before = Files.size(file());
            for (var sequence = 1; sequence <= 200; sequence++) {
                var number = sequence;
                database.write(
                        statements -> statements.update(INSERT, "s", number, "x".repeat(1000)));
            }
            // Far from what makes the writer itself do it.
            assertThat(logSize()).isLessThan(SqliteFile.MOST_PAGES * 4096L);
            Awaitility.await().until(() -> Files.size(file()) > before + 50_000);
        }
        try (var database = new Database(file())) {
            assertEquals(IntStream.rangeClosed(1, 200).boxed().toList(), sequences(database, "s"));
        }
    }

    @Test
    void theLogDoesNotGrowWithoutBound() throws Exception {
        try (var database = new Database(file())) {
            for (var sequence = 1; sequence <= 60; sequence++) {
                var number = sequence;
                database.write(statements ->
                        statements.update(INSERT, "s", number, "x".repeat(1_000_000)));
            }
            assertThat(logSize()).isLessThan(2 * SqliteFile.MOST_PAGES * 4096L);
        }
    }

    private long logSize() throws IOException {
        return Files.size(file().resolveSibling("parley.db-wal"));
    }
}
