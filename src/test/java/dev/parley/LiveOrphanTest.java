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
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
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
import java.util.stream.Collectors;

/// However a live session ends, nothing its agent started outlives the agent's process. Several
/// conversations are on one process, each with something that leaves group, session and
/// environment; the agent ignores politeness and interruptions.
class LiveOrphanTest {
    private static final int CONVERSATIONS = 4;

    /// Speaks just enough ACP; a turn ends only if it is asked to be `brief`.
    private static final String SCRIPT =
            """
            [ "$1" = --version ] && { echo 1.0.0; exit; }
            trap '' TERM
            echo $$ >> pids
            sessions=0
            while read -r line; do
                id=$(printf '%%s' "$line" | sed 's/.*"id":\\([0-9][0-9]*\\).*/\\1/')
                case $line in
                    *'"initialize"'*) result='{"protocolVersion":1,"agentCapabilities":{}}' ;;
                    *'"session/new"'*) sessions=$((sessions + 1)); result='{"sessionId":"'$$-$sessions'"}' ;;
                    *'"session/prompt"'*)
            %s
                        case $line in *brief*) result='{"stopReason":"end_turn"}' ;; *) continue ;; esac ;;
                    *) continue ;;
                esac
                echo '{"jsonrpc":"2.0","id":'"$id"',"result":'"$result"'}'
            done
            while :; do sleep 1; done
            """
                    .formatted(Escape.FROM_EVERYTHING);

    private static final String CONFIG =
            "{\"live\":{\"idleSeconds\":%d,\"interruptGraceSeconds\":1}}";

    private final HttpClient client = HttpClient.newHttpClient();
    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({
        "close, on",
        "close, off",
        "interrupt, on",
        "interrupt, off",
        "idle, off",
        "TERM, off",
        "KILL, on",
        "KILL, off"
    })
    void nothingIsLeft(String end, String groups) throws Exception {
        var isIdle = end.equals("idle");
        var isWarmForLong = !isIdle && !end.equals("close");
        try (var parley =
                new ParleyProcess(
                        directory,
                        Map.of(ParleyProcess.CGROUPS, groups),
                        SCRIPT,
                        CONFIG.formatted(isWarmForLong ? 600 : 2),
                        "up",
                        "--no-open",
                        "--port",
                        "0")) {
            var live = "http://127.0.0.1:" + parley.awaitPort() + "/api/live";
            var ids = new ArrayList<String>();
            for (var number = 0; number < CONVERSATIONS; number++) {
                var request = Json.object().put("provider", "stub").put("cwd", directory + "");
                request.put("prompt", isIdle ? "brief" : "work");
                ids.add(post(parley, live, request).path("id").asString());
            }
            var pids = awaitPids("escaped", CONVERSATIONS);
            pids.addAll(awaitPids("pids", 1));
            switch (end) {
                case "close", "interrupt" -> {
                    for (var id : ids) {
                        var action = Json.object().put("type", end);
                        post(parley, live + "/" + id + "/actions", action);
                    }
                }
                case "idle" -> {} // it ends by itself
                default -> parley.signal(end);
            }
            pids.forEach(Processes::awaitEnd);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(Processes.withTagOf(parley.process().pid())).isEmpty());
        } finally {
            client.shutdownNow();
        }
    }

    /// A turn that has been answered has left nothing, not even for a moment. It may take a moment
    /// until the system has carried out what was decided.
    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void nothingIsLeftWhenTheAnswerIsThere(String groups) throws Exception {
        var script =
                """
                [ "$1" = --version ] && { echo 1.0.0; exit; }
                %s
                while [ ! -s escaped ]; do sleep 0.05; done
                echo done
                """
                        .formatted(Escape.FROM_EVERYTHING);
        try (var parley =
                new ParleyProcess(
                        directory,
                        Map.of(ParleyProcess.CGROUPS, groups),
                        script,
                        "{}",
                        "up",
                        "--no-open",
                        "--port",
                        "0")) {
            var run = "http://127.0.0.1:" + parley.awaitPort() + "/api/run";
            var request = Json.object().put("provider", "stub").put("cwd", directory + "");
            post(parley, run, request.put("prompt", "hello"));
            var escaped = awaitPids("escaped", 1).getFirst();
            assertThat(Processes.isAlive(escaped) && !Processes.isKilled(escaped)).isFalse();
        }
    }

    private JsonNode post(ParleyProcess parley, String url, JsonNode body) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(url))
                        .header("Authorization", "Bearer " + parley.token())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)))
                        .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertEquals(2, answer.statusCode() / 100, answer.body());
        return Json.parse(answer.body()).orElseGet(Json::object);
    }

    private List<Long> awaitPids(String name, int count) throws IOException {
        var file = directory.resolve(name);
        Awaitility.await("the start of all agents")
                .atMost(Duration.ofSeconds(60))
                .until(() -> Files.exists(file) && Files.readAllLines(file).size() >= count);
        return Files.readAllLines(file).stream()
                .map(Long::parseLong)
                .collect(Collectors.toCollection(ArrayList::new));
    }
}
