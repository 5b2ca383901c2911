package dev.parley.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.base.problem.Problem;
import dev.parley.process.Self;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/// A limit of the system that no file may grow past, as `ulimit -f` and quotas set it: to whoever
/// writes it is a full disk.
class FileSizeLimitTest {
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

    @TempDir Path directory;

    private static void limit(long process, String bytes) throws Exception {
        var limit =
                new ProcessBuilder(
                                PRLIMIT.toString(),
                                "--pid=" + process,
                                "--fsize=" + bytes + ":unlimited")
                        .inheritIO()
                        .start();
        assertEquals(0, limit.waitFor());
    }

    @Test
    void isAFullDiskUntilItIsRaised() throws Exception {
        assumeTrue(Files.isExecutable(PRLIMIT));
        var command = new ArrayList<>(Self.command());
        command.set(command.size() - 1, FileSizeLimitTest.class.getName());
        command.add(directory.resolve("parley.db").toString());
        var child =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var in = child.outputWriter();
                var out = child.inputReader()) {
            for (var limit : new String[] {"unlimited", "300000", "300000", "unlimited"}) {
                limit(child.pid(), limit);
                in.write("write\n");
                in.flush();
                var expected = limit.equals("unlimited") ? "stored" : "DISK_FULL";
                assertEquals(expected, out.readLine(), limit);
            }
        } finally {
            child.destroyForcibly();
        }
    }

    /// Stores half a megabyte for each line it reads.
    public static void main(String[] args) throws IOException, InterruptedException {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var database = new Database(Path.of(args[0]))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(store(database));
                System.out.flush();
            }
        }
    }

    private static String store(Database database) throws InterruptedException {
        try {
            return database.write(statements -> {
                statements.update(
                        "insert into live_event (session_id, sequence, json)"
                                + " select 's', 1 + coalesce(max(sequence), 0), ? from live_event",
                        "x".repeat(500_000));
                return "stored";
            });
        } catch (Problem problem) {
            return problem.kind().name();
        }
    }
}
