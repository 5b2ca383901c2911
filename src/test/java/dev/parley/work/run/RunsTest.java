package dev.parley.work.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.json.RunJson;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.builtin.BuiltIn;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// No CLI is on the path here: a request with nothing wrong in it ends with the sentence which one
/// is missing.
class RunsTest {
    @TempDir Path directory;

    private Supervisor supervisor;
    private Runs runs;

    @BeforeEach
    void open() {
        supervisor = new Supervisor(directory.resolve("ledgers"));
        var environment = Map.of("PATH", directory.toString());
        var installations =
                new Installations(
                        supervisor, environment, directory.resolve("versions"), Clock.systemUTC());
        var environments = new ProviderEnvironment(environment, Map.of());
        runs =
                new Runs(
                        BuiltIn.with(directory.resolve("none")),
                        new ModelCatalog(List.of()),
                        new OneShot(
                                supervisor,
                                installations,
                                environments,
                                new SessionWriters(directory.resolve("writers")),
                                Clock.systemUTC()),
                        new Limits(Duration.ofMinutes(1), 1024));
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private Problem problem(Consumer<ObjectNode> change) {
        var request = Json.object().put("prompt", "hi").put("cwd", directory.toString());
        change.accept(request);
        return assertThrows(
                Problem.class, () -> runs.prepare(Json.read(request, RunJson.class).parse()));
    }

    private void assertAsks(String cli, Consumer<ObjectNode> change) {
        assertEquals("CLI not found: " + cli, problem(change).message());
    }

    @Test
    void theProviderTheModelOrTheSessionSaysWhoAnswers() {
        assertAsks("claude", request -> request.put("provider", "claude"));
        assertAsks("codex", request -> request.put("model", "gpt-5.2"));
        assertAsks("opencode", request -> request.put("model", "vendor/m"));
        assertAsks("kimi", request -> request.put("resume", "kimi:a:b"));
        assertAsks("qwen", request -> request.put("provider", "qwen").put("resume", "qwen:a"));
        assertAsks("qwen", request -> request.put("provider", "qwen").put("resume", "a:b"));
        assertAsks("gemini", request -> request.put("provider", "gemini").put("model", "any"));
    }

    @Test
    void somebodyMustAnswer() {
        assertEquals("Which agent is to answer?", problem(_ -> {}).message());
        assertEquals(
                "It is not clear whose session \"abc\" is.",
                problem(request -> request.put("resume", "abc")).message());
    }

    @Test
    void aSessionOfOneProviderIsNotResumedWithAnother() {
        var problem =
                problem(request -> request.put("provider", "codex").put("resume", "claude:abc"));
        assertEquals(Problem.Kind.INVALID_REQUEST, problem.kind());
        assertEquals("The session claude:abc belongs to claude, not to codex.", problem.message());
    }

    @Test
    void unknownNamesComeWithTheClosest() {
        assertEquals(
                "Did you mean claude?",
                problem(request -> request.put("provider", "cluade")).remedy());
        assertThat(problem(request -> request.put("model", "gpt-52")).remedy())
                .startsWith("Did you mean gpt-5.2");
        assertThat(problem(request -> request.put("model", "o3-deep-research")).message())
                .contains("model API only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "\n\t"})
    void anEmptyPromptIsRefused(String prompt) {
        assertEquals(
                "The prompt is empty.",
                problem(request -> request.put("provider", "claude").put("prompt", prompt))
                        .message());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "relative", "/no/such/directory", "/etc/passwd", "/a\0b"})
    void aDirectoryMustBeAbsoluteAndThere(String name) {
        for (var problem :
                List.of(
                        problem(request -> request.put("provider", "claude").put("cwd", name)),
                        problem(request ->
                                request.put("provider", "claude")
                                        .putArray("directories")
                                        .add(name)))) {
            assertEquals(Problem.Kind.INVALID_REQUEST, problem.kind());
            assertEquals("There is no directory \"" + name + "\".", problem.message());
        }
    }

    @Test
    void aTimeoutMustBeADuration() {
        assertEquals(
                "\"soon\" is no duration.",
                problem(request -> request.put("provider", "claude").put("timeout", "soon"))
                        .message());
    }
}
