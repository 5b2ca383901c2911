package dev.parley.door.openai;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.ParleyServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

/// A server whose OpenAI door is asked, with an agent that is a script.
abstract class RoutesCase {
    /// Answers in pieces, counts its tokens and remembers its session.
    static final String TALKER =
            """
            echo "$@" >> "$HOME/arguments"
            cat > "$HOME/prompt"
            echo '{"type":"message.delta","sessionId":"s1","message":{"role":"assistant","content":"Hel","messageId":"m"}}'
            echo '{"type":"message.delta","sessionId":"s1","message":{"role":"assistant","content":"lo","messageId":"m"}}'
            echo '{"type":"message.assistant","sessionId":"s1","message":{"role":"assistant","content":"Hello","messageId":"m"}}'
            echo '{"type":"token.usage","tokens":{"inputTokens":12,"outputTokens":3,"cachedTokens":4}}'
            """;

    @TempDir Path directory;

    private final String path;
    protected ParleyServer server;

    /// @param path what is asked
    RoutesCase(String path) {
        this.path = path;
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    final void start(String format, String script) throws IOException {
        server = new ParleyServer(directory, format, script);
    }

    final HttpResponse<String> post(String body) throws Exception {
        return server.send(server.posting(path, body));
    }

    /// What an answer with this status says.
    final JsonNode answer(int status, String body) throws Exception {
        var answer = post(body);
        assertEquals(status, answer.statusCode(), answer.body());
        return Json.parse(answer.body()).orElseThrow();
    }

    final JsonNode error(int status, String body) throws Exception {
        return answer(status, body).path("error");
    }

    /// What the agent was told.
    final String prompt() throws IOException {
        return Files.readString(server.file("prompt"));
    }
}
