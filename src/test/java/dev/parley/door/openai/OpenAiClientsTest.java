package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testing.OpenAiClients;
import dev.parley.testing.ParleyServer;
import dev.parley.testing.Processes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The clients people use, against the OpenAI door, with an agent that is a shell script.
class OpenAiClientsTest {
    /// Obeys single words of its prompt.
    private static final String AGENT =
            """
            prompt=$(cat)
            say() { echo '{"type":"message.delta","sessionId":"s1","message":{"role":"assistant","content":"'"$1"'","messageId":"m"}}'; }
            case $prompt in
                *"begin and fail"*) say "I "; echo "no credit left" >&2; exit 1 ;;
                *fail*) echo "no credit left" >&2; exit 1 ;;
                *dawdle*) say "one "; echo $$ >> "$HOME/dawdlers"; exec sleep 600 ;;
            esac
            say "it is "
            say "marker-7"
            echo '{"type":"message.assistant","sessionId":"s1","message":{"role":"assistant","content":"it is marker-7","messageId":"m"}}'
            echo '{"type":"token.usage","tokens":{"inputTokens":12,"outputTokens":3,"cachedTokens":4,"reasoningTokens":1}}'
            """;

    @TempDir Path directory;

    @Test
    void callTheirFunctionsForTheAgent() throws Exception {
        try (var agent = new FunctionAgent(directory)) {
            OpenAiClients.pass(
                    "functions.mjs",
                    directory.resolve("client"),
                    Map.of(
                            "PARLEY_URL",
                            "http://127.0.0.1:" + agent.server.port() + "/v1",
                            "PARLEY_KEY",
                            agent.server.token(),
                            "PARLEY_MODEL",
                            "acme"));
            assertThat(agent.heard()).contains("rain-in-Paris", "rain-in-Rome");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai.mjs", "ai-sdk.mjs"})
    void workAsTheyAre(String script) throws Exception {
        try (var server = new ParleyServer(directory, "PARLEY", AGENT)) {
            OpenAiClients.pass(
                    script,
                    directory.resolve("client"),
                    Map.of(
                            "PARLEY_URL",
                            "http://127.0.0.1:" + server.port() + "/v1",
                            "PARLEY_KEY",
                            server.token(),
                            "PARLEY_MODEL",
                            "acme",
                            "PARLEY_AGENT",
                            "stub"));
            var dawdlers = Files.readAllLines(server.file("dawdlers"));
            assertThat(dawdlers).isNotEmpty();
            dawdlers.forEach(pid -> Processes.awaitEnd(Long.parseLong(pid)));
        }
    }
}
