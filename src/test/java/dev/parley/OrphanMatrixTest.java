package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.Escape;
import dev.parley.testing.ParleyProcess;
import dev.parley.testing.Processes;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// However Parley or a run of it ends, nothing it started lives on: twenty agents, each with a
/// child that ignores SIGTERM and one that leaves group, session and environment, and every way to
/// go, with control groups and without.
class OrphanMatrixTest {
    private static final int AGENTS = 20;

    /// An agent that ignores politeness, with a child that does so too. Asked to be `loud`, it
    /// prints too much.
    private static final String SCRIPT =
            """
            trap '' TERM
            %s
            (trap '' TERM; while :; do sleep 1; done) &
            echo $! >> pids
            echo $$ >> pids
            read -r prompt
            [ "$prompt" = loud ] && head -c 3000000 /dev/zero
            while :; do sleep 1; done
            """
                    .formatted(Escape.FROM_EVERYTHING);

    enum Groups {
        WHERE_POSSIBLE,
        OFF;

        Map<String, String> environment() {
            return Map.of(ParleyProcess.CGROUPS, name().toLowerCase(Locale.ROOT));
        }
    }

    enum End {
        CLIENT_CANCEL,
        TIMEOUT,
        OUTPUT_LIMIT,
        SIGTERM,
        SIGINT,
        SIGKILL
    }

    @TempDir Path directory;

    @ParameterizedTest
    @MethodSource("endsAndGroups")
    void nothingOfTwentyAgentsIsLeft(End end, Groups groups) throws Exception {
        try (var parley =
                new ParleyProcess(
                        directory,
                        groups.environment(),
                        SCRIPT,
                        "{\"outputLimitMegabytes\": 1}",
                        "up",
                        "--no-open",
                        "--port",
                        "0")) {
            var port = parley.awaitPort();
            var client = HttpClient.newHttpClient();
            var streams = new ArrayList<InputStream>();
            for (var agent = 0; agent < AGENTS; agent++) {
                streams.add(run(client, port, parley.token(), end));
            }
            var pids = awaitPids("pids", 2 * AGENTS);
            pids.addAll(awaitPids("escaped", AGENTS));
            var since = System.nanoTime();
            switch (end) {
                case CLIENT_CANCEL -> {
                    for (var stream : streams) {
                        stream.close();
                    }
                }
                case TIMEOUT, OUTPUT_LIMIT -> {} // they end by themselves
                case SIGTERM -> parley.signal("TERM");
                case SIGINT -> parley.signal("INT");
                case SIGKILL -> parley.signal("KILL");
            }
            pids.forEach(Processes::awaitEnd);
            System.out.printf(
                    "%s, control groups %s: all gone after %d ms%n",
                    end, groups, (System.nanoTime() - since) / 1_000_000);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(Processes.withTagOf(parley.process().pid())).isEmpty());
            client.shutdownNow(); // close() would wait for streams nobody reads any more
        }
    }

    @ParameterizedTest
    @CsvSource({
        "INT, 130, WHERE_POSSIBLE",
        "TERM, 143, WHERE_POSSIBLE",
        "KILL, 137, WHERE_POSSIBLE",
        "INT, 130, OFF",
        "TERM, 143, OFF",
        "KILL, 137, OFF"
    })
    void aSingleRunTakesItsAgentAlong(String signal, int exitCode, Groups groups) throws Exception {
        try (var parley = run(groups, SCRIPT)) {
            var pids = awaitPids("pids", 2);
            pids.addAll(awaitPids("escaped", 1));
            parley.signal(signal);
            assertEquals(exitCode, parley.process().waitFor());
            pids.forEach(Processes::awaitEnd);
        }
    }

    /// Nothing marks it any more, but it cannot choose whose child it becomes.
    @ParameterizedTest
    @EnumSource
    @EnabledOnOs(OS.LINUX)
    void oneThatGetsRidOfEveryTagGoesWithTheRun(Groups groups) throws Exception {
        var ends = "while [ ! -s escaped ]; do sleep 0.05; done; echo done";
        try (var parley = run(groups, Escape.FROM_EVERY_TAG + ends)) {
            assertEquals(0, parley.process().waitFor());
            awaitPids("escaped", 1).forEach(Processes::awaitEnd);
        }
    }

    private ParleyProcess run(Groups groups, String script) throws IOException {
        return new ParleyProcess(
                directory, groups.environment(), script, "{}", "run", "--provider", "stub", "work");
    }

    static List<Arguments> endsAndGroups() {
        return Stream.of(End.values())
                .flatMap(end -> Stream.of(Groups.values()).map(it -> Arguments.of(end, it)))
                .toList();
    }

    private InputStream run(HttpClient client, int port, String token, End end)
            throws IOException, InterruptedException {
        var body =
                """
                {"provider":"stub","prompt":"%s\\n","cwd":"%s","timeout":"%s"}
                """
                        .formatted(
                                end == End.OUTPUT_LIMIT ? "loud" : "work",
                                directory,
                                end == End.TIMEOUT ? "6s" : "30m");
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/run"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertEquals(200, answer.statusCode());
        return answer.body();
    }

    private List<Long> awaitPids(String name, int count) {
        var file = directory.resolve(name);
        Awaitility.await("the start of all agents")
                .atMost(Duration.ofSeconds(60))
                .until(() -> Files.exists(file) && Files.readAllLines(file).size() >= count);
        try {
            return Files.readAllLines(file).stream()
                    .map(Long::parseLong)
                    .collect(Collectors.toCollection(ArrayList::new));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
