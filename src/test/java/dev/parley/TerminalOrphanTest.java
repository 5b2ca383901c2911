package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.Escape;
import dev.parley.testing.ParleyProcess;
import dev.parley.testing.Processes;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// However Parley or a terminal ends, nothing that ran in it lives on.
class TerminalOrphanTest {
    private static final int TERMINALS = 20;

    /// Ignores what it can, with a child that does so too, one that leaves the session, and one
    /// that leaves everything.
    private static final String TYPED =
            Escape.FROM_EVERYTHING
                    + "trap '' HUP TERM INT; (trap '' HUP TERM INT; while :; do sleep 1; done) & echo $! >> pids; setsid sleep 1000 & echo $! >> pids; echo $$ >> pids; while :; do sleep 1; done\n";

    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({"KILL, on", "KILL, off", "TERM, off", "CLOSE, on", "CLOSE, off"})
    void nothingOfTwentyTerminalsIsLeft(String end, String groups) throws Exception {
        var variables = Map.of(ParleyProcess.CGROUPS, groups);
        try (var parley =
                        new ParleyProcess(
                                directory, variables, "", "{}", "up", "--no-open", "--port", "0");
                var client = HttpClient.newHttpClient()) {
            var base = "http://127.0.0.1:" + parley.awaitPort() + "/api/terminals";
            var ids = new ArrayList<String>();
            for (var number = 0; number < TERMINALS; number++) {
                var id = post(client, parley, base, "{\"cwd\":\"" + directory.toRealPath() + "\"}");
                ids.add(id);
                var typed = Json.object().put("data", TYPED);
                post(client, parley, base + "/" + id + "/input", Json.write(typed));
            }
            var pids = directory.resolve("pids");
            Awaitility.await("the start of all programs")
                    .atMost(Duration.ofSeconds(60))
                    .until(() ->
                            Files.exists(pids) && Files.readAllLines(pids).size() == 3 * TERMINALS);
            var escaped = directory.resolve("escaped");
            Awaitility.await("the start of all that escape")
                    .until(() ->
                            Files.exists(escaped)
                                    && Files.readAllLines(escaped).size() == TERMINALS);
            if (end.equals("CLOSE")) {
                // Each takes its time: what runs in it does not obey.
                ids.parallelStream().forEach(id -> delete(client, parley, base + "/" + id));
            } else {
                parley.signal(end);
            }
            for (var file : List.of(pids, escaped)) {
                for (var pid : Files.readAllLines(file)) {
                    Processes.awaitEnd(Long.parseLong(pid));
                }
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(Processes.withTagOf(parley.process().pid())).isEmpty());
        }
    }

    private static void delete(HttpClient client, ParleyProcess parley, String url) {
        try {
            var request =
                    HttpRequest.newBuilder(URI.create(url))
                            .header("Authorization", "Bearer " + parley.token())
                            .DELETE()
                            .build();
            var answer = client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
            assertEquals(2, answer.statusCode() / 100, answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String post(HttpClient client, ParleyProcess parley, String url, String body)
            throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(url))
                        .header("Authorization", "Bearer " + parley.token())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertEquals(2, answer.statusCode() / 100, answer.body());
        return Json.parseObject(answer.body()).orElseThrow().path("terminalId").asString();
    }
}
