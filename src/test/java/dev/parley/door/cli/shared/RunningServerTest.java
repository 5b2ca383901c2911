package dev.parley.door.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.App;
import dev.parley.Main;
import dev.parley.testing.ParleyProcess;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// How commands find a server that runs.
class RunningServerTest {
    @TempDir Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private int parley(String... args) {
        out.reset();
        var environment =
                Map.of(
                        "PATH", "/usr/bin:/bin",
                        "HOME", directory.toString(),
                        "PARLEY_HOME", directory.resolve("parley").toString());
        try (var app = new App(environment)) {
            return Main.run(
                    InputStream.nullInputStream(),
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8),
                    false,
                    () -> app,
                    args);
        }
    }

    private Path servers() {
        return directory.resolve("parley/data/servers");
    }

    private long records() throws IOException {
        try (var files = Files.list(servers())) {
            return files.count();
        }
    }

    @Test
    void isFoundWhereverItListens() throws Exception {
        try (var server =
                new ParleyProcess(directory, "echo hi", "{}", "up", "--no-open", "--port", "0")) {
            server.awaitPort();
            assertEquals(0, parley("approvals"));
            assertEquals(1, records());
            server.signal("TERM");
            server.process().waitFor();
        }
        assertEquals(0, records());
        assertEquals(4, parley("approvals"));
    }

    @Test
    void isSeenOpenedAndEndedByCommands() throws Exception {
        assertEquals(4, parley("status"));
        assertEquals(4, parley("stop"));
        try (var server =
                new ParleyProcess(directory, "echo hi", "{}", "up", "--no-open", "--port", "0")) {
            var port = server.awaitPort();
            assertEquals(0, parley("status"));
            assertThat(out()).contains("http://127.0.0.1:" + port);
            assertEquals(0, parley("open", "--print"));
            assertThat(out()).startsWith("http://127.0.0.1:" + port + "/");
            assertEquals(0, parley("stop"));
            server.process().waitFor();
        }
        assertEquals(4, parley("open", "--print"));
    }

    @Test
    void theRecordOfOneThatWasKilledCountsForNothing() throws Exception {
        try (var server =
                new ParleyProcess(directory, "echo hi", "{}", "up", "--no-open", "--port", "0")) {
            server.awaitPort();
            server.signal("KILL");
            server.process().waitFor();
        }
        assertEquals(1, records());
        assertEquals(4, parley("approvals"));
        assertEquals(0, records());
        Files.writeString(servers().resolve("1.json"), "{\"process\":1,\"started\":5,\"port\":1}");
        Files.writeString(servers().resolve("2.json"), "nonsense");
        assertEquals(4, parley("approvals"));
        assertEquals(0, records());
    }

    /// A server that is stopped is there and does not answer: what it does is not done here as
    /// well.
    @Test
    void theWorkOfOneThatDoesNotAnswerIsNotDoneTwice() throws Exception {
        try (var server =
                new ParleyProcess(directory, "echo hi", "{}", "up", "--no-open", "--port", "0")) {
            server.awaitPort();
            server.signal("STOP");
            try {
                assertEquals(5, parley("search", "anything"));
                assertThat(err.toString(StandardCharsets.UTF_8)).contains("does not answer");
            } finally {
                server.signal("CONT");
            }
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> parley("search", "anything") == 0);
        }
    }

    @Test
    void anotherProgramOnThePortOfADeadServerNeverSeesTheToken() throws Exception {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Files.createDirectories(servers());
            Files.writeString(
                    servers().resolve("1.json"),
                    "{\"process\":1,\"started\":5,\"port\":" + other.getLocalPort() + "}");
            Files.writeString(directory.resolve("parley/data/token"), "x".repeat(43));
            assertEquals(4, parley("approvals"));
            other.setSoTimeout(1);
            assertThrows(SocketTimeoutException.class, other::accept);
        }
    }
}
