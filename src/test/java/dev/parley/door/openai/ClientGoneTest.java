package dev.parley.door.openai;

import dev.parley.testing.ParleyServer;
import dev.parley.testing.Processes;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A client that hangs up takes the agent and all its children along, whatever it was waiting for.
class ClientGoneTest {
    /// An agent that ignores politeness, with a child that does so too.
    private static final String STUBBORN =
            """
            trap '' TERM
            (trap '' TERM; while :; do sleep 1; done) &
            echo "$!" >> "$HOME/pids"
            echo "$$" >> "$HOME/pids"
            while :; do sleep 1; done
            """;

    @TempDir Path directory;

    private ParleyServer server;

    @BeforeEach
    void open() throws IOException {
        server = new ParleyServer(directory, "TEXT", STUBBORN);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void theAgentGoesWithTheClient(boolean stream, boolean reset) throws Exception {
        var body =
                """
                {"model":"acme","stream":%s,"messages":[{"role":"user","content":"work"}]}
                """
                        .formatted(stream);
        List<Long> pids;
        try (var socket = server.dial("/v1/chat/completions", body)) {
            pids = awaitPids();
            if (reset) {
                socket.setSoLinger(true, 0);
            }
        }
        pids.forEach(Processes::awaitEnd);
    }

    private List<Long> awaitPids() throws IOException {
        var file = server.file("pids");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> Files.exists(file) && Files.readAllLines(file).size() == 2);
        return Files.readAllLines(file).stream().map(Long::parseLong).toList();
    }
}
