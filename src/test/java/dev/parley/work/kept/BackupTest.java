package dev.parley.work.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.problem.Problem;
import dev.parley.store.OwnerProcess;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteUpkeep;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;

class BackupTest {
    @TempDir Path directory;

    private static void insert(Database database, int number) throws InterruptedException {
        database.write(store -> {
            // Two rows of one moment: a copy has both or none.
            for (var session : new String[] {"one", "two"}) {
                store.update(
                        "insert into live_event (session_id, sequence, json) values (?, ?, ?)",
                        session,
                        number,
                        "x".repeat(1000));
            }
            return "";
        });
    }

    private static int count(Database database, String session) throws InterruptedException {
        return database.read(store ->
                store.first(
                                "select count(*) from live_event where session_id = ?",
                                row -> row.getInt(1),
                                session)
                        .orElseThrow());
    }

    @Test
    void isOfOneMomentWhileOthersWrite() throws Exception {
        var copy = directory.resolve("copy.db");
        try (var database = new Database(directory.resolve("parley.db"))) {
            insert(database, 0);
            var isOver = new AtomicBoolean();
            var writing =
                    Thread.startVirtualThread(() -> {
                        try {
                            for (var number = 1; !isOver.get(); number++) {
                                insert(database, number);
                            }
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            for (var round = 0; round < 5; round++) {
                assertThat(
                                new Backup(new SqliteUpkeep(database, OwnerProcess.self()))
                                        .make(copy, true))
                        .isPositive();
                try (var read = new Database(copy)) {
                    assertThat(count(read, "one")).isPositive().isEqualTo(count(read, "two"));
                }
            }
            isOver.set(true);
            writing.join();
        }
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)));
    }

    @Test
    void replacesNothingUnlessItIsTold() throws Exception {
        var copy = directory.resolve("copy.db");
        Files.writeString(copy, "precious");
        try (var database = new Database(directory.resolve("parley.db"))) {
            insert(database, 0);
            var problem =
                    assertThrows(
                            Problem.class,
                            () ->
                                    new Backup(new SqliteUpkeep(database, OwnerProcess.self()))
                                            .make(copy, false));
            assertThat(problem.remedy()).contains("--force");
            assertEquals("precious", Files.readString(copy));
            new Backup(new SqliteUpkeep(database, OwnerProcess.self())).make(copy, true);
        }
        try (var read = new Database(copy)) {
            assertEquals(1, count(read, "one"));
        }
        try (var files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.endsWith(".tmp"));
        }
    }

    @Test
    void saysWhatIsWrongWithItsPlace() throws Exception {
        try (var database = new Database(directory.resolve("parley.db"))) {
            var backup = new Backup(new SqliteUpkeep(database, OwnerProcess.self()));
            assertEquals(
                    Problem.Kind.NOT_FOUND,
                    assertThrows(
                                    Problem.class,
                                    () -> backup.make(directory.resolve("copy.db"), false))
                            .kind());
            insert(database, 0);
            for (var place : new Path[] {directory, directory.resolve("no/where/copy.db")}) {
                assertEquals(
                        Problem.Kind.INVALID_REQUEST,
                        assertThrows(Problem.class, () -> backup.make(place, false)).kind());
            }
        }
    }
}
