package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.door.http.Gate;
import dev.parley.door.http.HttpServer;
import dev.parley.door.http.Routes;
import dev.parley.door.http.Token;
import dev.parley.testing.ParleyServer;
import dev.parley.work.room.RoomCalls;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/// Comments keep a stream alive while the agent is silent.
class KeepAliveTest {
    @TempDir Path directory;

    @Test
    void aSilentStreamGetsCommentsAndThenTheAnswer() throws Exception {
        try (var parley =
                        new ParleyServer(
                                directory,
                                "TEXT",
                                "while [ ! -e \"$HOME/go\" ]; do sleep 0.02; done; echo words");
                var door = door(parley);
                var client = HttpClient.newHttpClient()) {
            var request =
                    HttpRequest.newBuilder(
                                    URI.create(
                                            "http://127.0.0.1:"
                                                    + door.start()
                                                    + "/v1/chat/completions"))
                            .header("Authorization", "Bearer " + parley.token())
                            .header("Content-Type", "application/json")
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            "{\"model\":\"acme\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}"))
                            .build();
            var answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            assertEquals(200, answer.statusCode());
            try (var lines =
                    new BufferedReader(
                            new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
                for (var comment = 0; comment < 3; comment++) {
                    assertEquals(":", lines.readLine());
                    assertEquals("", lines.readLine());
                }
                Files.writeString(parley.file("go"), "");
                var rest = lines.lines().filter(line -> line.startsWith("data: ")).toList();
                assertTrue(rest.getFirst().contains("\"role\":\"assistant\""));
                assertThat(rest.get(1)).contains("\"content\":\"words\"");
                assertEquals("data: [DONE]", rest.getLast());
            }
        }
    }

    /// The door of a running Parley once more, with less patience.
    private static HttpServer door(ParleyServer parley) {
        var clock = Clock.systemUTC();
        var routes = new Routes();
        var rooms = new RoomCalls(parley.app().rooms(), Clock.systemUTC());
        var answers = new Answers(parley.app().calls(), rooms, Duration.ofMillis(40));
        new ChatRoutes(answers, clock).register(routes);
        return new HttpServer(0, new Gate(new Token(parley.token()), clock), routes);
    }
}
