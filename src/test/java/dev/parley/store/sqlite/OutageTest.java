package dev.parley.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.problem.Problem;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/// A disk that is full, a file that may not be written, a database that another program holds: it
/// is said, nothing is lost, and everything goes on by itself.
class OutageTest {
    private static final String INSERT =
            "insert into live_event (session_id, sequence, json) values (?, ?, ?)";

    @TempDir Path directory;

    private Path file() {
        return directory.resolve("data/parley.db");
    }

    /// What has happened, of about 10 KB.
    private record Happened(long sequence, List<String> told) implements Write {
        @Override
        public void run(Statements statements) throws SQLException {
            insert(statements, "s", sequence);
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

    private static int insert(Statements statements, String session, long sequence)
            throws SQLException {
        return statements.update(INSERT, session, sequence, "x".repeat(10_000));
    }

    private static List<Integer> sequences(Database database) throws InterruptedException {
        return database.read(statements ->
                statements.query(
                        "select sequence from live_event where session_id = 's' order by sequence",
                        row -> row.getInt(1)));
    }

    /// From here on the file cannot grow: all its pages are taken.
    private static void fill(Database database) throws InterruptedException {
        database.write(statements -> {
            for (var ballast = 0; ballast < 100; ballast++) {
                insert(statements, "ballast", ballast);
            }
            return "";
        });
        database.write(statements -> {
            statements.execute("pragma max_page_count = 1");
            return "";
        });
    }

    private void makeRoom() throws SQLException {
        var other = new SqliteFile(file()).writer();
        other.transaction(
                () -> other.update("delete from live_event where session_id = 'ballast'"));
        other.close();
    }

    @Test
    void aFullDiskIsSaidAndWhatHasHappenedIsKept() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        try (var database = new Database(file())) {
            fill(database);
            database.submit(new Happened(1, told));
            for (var attempt = 0; attempt < 3; attempt++) {
                var problem =
                        assertThrows(
                                Problem.class,
                                () -> database.write(statements -> insert(statements, "no", 1)));
                assertEquals(Problem.Kind.DISK_FULL, problem.kind());
                assertThat(problem.message()).contains("full").contains(file().toString());
                assertThat(problem.remedy()).contains("Make room").doesNotContain("ove it away");
            }
            database.submit(new Happened(2, told));
            assertEquals(List.of(), sequences(database));
            makeRoom();
            Awaitility.await().until(() -> told.equals(List.of("stored 1", "stored 2")));
            int rows = database.write(statements -> insert(statements, "s", 3));
            assertEquals(1, rows);
            assertEquals(List.of(1, 2, 3), sequences(database));
            // What was refused was not done.
            int refused =
                    database.read(statements ->
                            statements
                                    .first(
                                            "select count(*) from live_event where session_id = 'no'",
                                            row -> row.getInt(1))
                                    .orElseThrow());
            assertEquals(0, refused);
        }
    }

    @Test
    void whoAsksWhenThereIsRoomAgainIsNotRefusedAnyMore() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        try (var database = new Database(file())) {
            fill(database);
            for (var round = 0; round < 12; round++) { // by now it is tried every two seconds only
                assertThrows(
                        Problem.class,
                        () -> database.write(statements -> insert(statements, "no", 1)));
            }
            database.submit(new Happened(1, told));
            makeRoom();
            int rows = database.write(statements -> insert(statements, "s", 2));
            assertEquals(1, rows);
            assertEquals(List.of("stored 1"), told);
        }
    }

    @Test
    void manyThingsThatHappenWhileItIsFullComeInTheirOrder() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        try (var database = new Database(file())) {
            fill(database);
            var happening =
                    Thread.startVirtualThread(() -> {
                        try {
                            for (var number = 1; number <= 40; number++) {
                                database.submit(new Happened(number, told));
                            }
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            assertThrows(
                    Problem.class, () -> database.write(statements -> insert(statements, "no", 1)));
            makeRoom();
            happening.join();
            Awaitility.await().until(() -> told.size() == 40);
            assertEquals(
                    IntStream.rangeClosed(1, 40).mapToObj(number -> "stored " + number).toList(),
                    told);
        }
    }

    @Test
    void anEndDoesNotWaitForRoom() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        try (var database = new Database(file())) {
            fill(database);
            database.submit(new Happened(1, told));
        }
        assertEquals(List.of("failed 1"), told);
    }

    @Test
    void aFileThatMayNotBeWrittenForAWhileIsWrittenAgainLater() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        try (var database = new Database(file())) {
            database.write(statements -> {
                statements.execute("pragma query_only = on");
                return "";
            });
            database.submit(new Happened(1, told));
            Awaitility.await().until(() -> told.equals(List.of("stored 1")));
            assertEquals(List.of(1), sequences(database));
        }
    }

    @Test
    void aDatabaseThatAnotherProgramHoldsIsCalledSo() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        try (var database = new Database(new SqliteFile(file(), 50))) {
            assertEquals(List.of(), sequences(database));
            var other = new SqliteFile(file()).writer();
            other.transaction(() -> {
                submit(database, new Happened(1, told));
                var problem =
                        assertThrows(
                                Problem.class,
                                () -> database.write(statements -> insert(statements, "no", 1)));
                assertEquals(Problem.Kind.STORE_UNAVAILABLE, problem.kind());
                assertThat(problem.message()).startsWith("Another program holds the database");
            });
            other.close();
            Awaitility.await().until(() -> told.equals(List.of("stored 1")));
            int rows = database.write(statements -> insert(statements, "s", 2));
            assertEquals(1, rows);
        }
    }

    private static void submit(Database database, Write write) {
        try {
            database.submit(write);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void leavesNoLogBehindWhenItCloses() throws Exception {
        try (var database = new Database(file())) {
            database.write(statements -> insert(statements, "s", 1));
            assertEquals(List.of(1), sequences(database));
        }
        try (var files = Files.list(file().getParent())) {
            assertThat(
                            files.map(path -> path.getFileName().toString())
                                    .filter(n -> n.startsWith("parley")))
                    .containsExactly("parley.db");
        }
    }
}
