package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.OpenAiClients;
import dev.parley.testing.ParleyServer;
import dev.parley.testing.Repository;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.Children;
import dev.parley.testing.real.EveryCli;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;

/// The OpenAI door with the real CLIs behind it and the real clients in front of it; only the model
/// is scripted.
@Tag("real")
class RealOpenAiDoorTest {
    private static final String CHAT = "/v1/chat/completions";
    private static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"answer\":{\"type\":\"string\"}},\"required\":[\"answer\"],\"additionalProperties\":false}";

    /// One pixel.
    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    @TempDir Path temp;
    private RealParley machine;

    private ParleyServer server(RealCli cli, ScriptedModel model) throws IOException {
        var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
        machine = RealParley.with(cli, directory, model);
        var variables = machine.variables();
        var server =
                new ParleyServer(directory, "TEXT", "exit 1", variables.get("PATH"), variables);
        server.declare(acme -> acme.put("driver", cli.id()).put("permission", "bypass"));
        return server;
    }

    private static Reply reply(ModelRequest request) {
        var dawdles = request.userTexts().stream().anyMatch(text -> text.contains("dawdle"));
        return dawdles
                ? Reply.text("one ".repeat(30)).slowly(Duration.ofMillis(150))
                : Reply.text("it is marker-7");
    }

    private void run(String script, RealCli cli) throws Exception {
        try (var model = ScriptedModel.answering(RealOpenAiDoorTest::reply);
                var server = server(cli, model)) {
            OpenAiClients.pass(
                    script,
                    server.file("client"),
                    Map.of(
                            "PARLEY_URL",
                            "http://127.0.0.1:" + server.port() + "/v1",
                            "PARLEY_KEY",
                            server.token(),
                            "PARLEY_MODEL",
                            "acme",
                            "PARLEY_AGENT",
                            "real",
                            // Kimi Code does not tell what it used.
                            "PARLEY_COUNTS",
                            cli == RealCli.KIMI ? "no" : "yes"));
            Awaitility.await()
                    .untilAsserted(() ->
                            assertThat(new Children(server.file("")).alive())
                                    .filteredOn(child -> child.tag().isPresent())
                                    .isEmpty());
        }
    }

    @EveryCli
    void theOpenAiClientTalksToTheAgent(RealCli cli) throws Exception {
        run("openai.mjs", cli);
    }

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE", "CODEX", "QWEN"})
    void theAiSdkTalksToTheAgent(RealCli cli) throws Exception {
        run("ai-sdk.mjs", cli);
    }

    @EveryCli
    void theAgentFileReachesTheModel(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("forty-two"));
                var server = server(cli, model)) {
            Files.writeString(
                    server.repository().resolve("RULES.md"), "Always answer with forty-two.");
            server.declare(acme ->
                    acme.put("driver", cli.id())
                            .put("permission", "bypass")
                            .put("agentFile", "RULES.md"));
            var answer = ask(server, "\"What is six by seven?\"", "");
            assertEquals("forty-two", answer, String.valueOf(model.requests()));
            assertThat(model.mainRequests().getFirst().userTexts())
                    .anySatisfy(text ->
                            assertThat(text)
                                    .contains(
                                            "Always answer with forty-two.\n\n--- USER TASK ---\nWhat is six by seven?"));
        }
    }

    /// Neither by the agent file nor by what a system message says, and not by a worktree's name.
    @EveryCli
    void aSessionIsKnownByItsTaskAndItsRepository(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("forty-two"));
                var server = server(cli, model)) {
            Files.writeString(server.repository().resolve("AGENTS.md"), "# Rules of the house");
            var messages =
                    "{\"model\":\"acme\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\\n\\nAnd kind.\"},{\"role\":\"user\",\"content\":\"%s\"}]}";
            var first = server.posting(CHAT, messages.formatted("What is six by seven?"));
            assertEquals(200, server.send(first).statusCode());
            var _ = new Repository(server.repository());
            server.declare(acme ->
                    acme.put("driver", cli.id()).put("permission", "bypass").put("worktree", true));
            var second = server.posting(CHAT, messages.formatted("And by eight?"));
            assertEquals(200, server.send(second).statusCode());
            var repository = server.repository().toRealPath().toString();
            var listed = machine.run("sessions", "--json").output();
            assertThat(Json.parse(listed).orElseThrow().valueStream())
                    .as("%s", listed)
                    .extracting(
                            session -> session.path("title").asString(""),
                            session -> session.path("project").asString(""))
                    .containsExactlyInAnyOrder(
                            tuple(title(cli, "What is six by seven?"), repository),
                            tuple(title(cli, "And by eight?"), repository));
        }
    }

    /// OpenCode has its model make a title, and the scripted one answers such requests like this.
    private static String title(RealCli cli, String task) {
        return cli == RealCli.OPENCODE ? "Side answer" : task;
    }

    @ParameterizedTest
    @EnumSource(names = {"GEMINI", "QWEN"})
    void aLoopIsAFailureInTheWordsOfTheCli(RealCli cli) throws Exception {
        assertThat(goRoundInCircles(cli, false)).containsIgnoringCase("loop");
    }

    /// Over ACP Gemini CLI says no more than `max_turn_requests`; Qwen Code looks for no loops
    /// there.
    @ParameterizedTest
    @EnumSource(names = "GEMINI")
    void aLoopIsAFailureOfAWarmProcessToo(RealCli cli) throws Exception {
        assertThat(goRoundInCircles(cli, true)).contains("the same again and again");
    }

    private String goRoundInCircles(RealCli cli, boolean warm) throws Exception {
        var same = Collections.nCopies(60, (Reply) Reply.shell("echo again"));
        try (var model = ScriptedModel.saying(same.toArray(Reply[]::new));
                var server = server(cli, model)) {
            server.declare(acme ->
                    acme.put("driver", cli.id()).put("permission", "bypass").put("warm", warm));
            var body =
                    "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":\"go round\"}]}";
            var answer = server.send(server.posting(CHAT, body));
            assertEquals(500, answer.statusCode(), answer.body());
            return answer.body();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CLAUDE", "CODEX", "QWEN"})
    void anAnswerHasTheSchemaThatWasAskedFor(RealCli cli) throws Exception {
        var json = "{\"answer\":\"forty-two\"}";
        var reply =
                switch (cli) {
                    case CLAUDE -> Reply.tool("StructuredOutput", json);
                    case QWEN -> Reply.tool("structured_output", json);
                    default -> Reply.text(json);
                };
        try (var model = ScriptedModel.saying(reply, Reply.text("done"));
                var server = server(cli, model)) {
            var format =
                    ",\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"a\",\"schema\":"
                            + SCHEMA
                            + "}}";
            assertEquals(json, ask(server, "\"What is six by seven?\"", format));
            assertThat(Json.write(model.mainRequests().getFirst().body()))
                    .contains("\"required\":[\"answer\"]");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CODEX", "OPENCODE"})
    void anImageReachesTheModel(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("a pixel"));
                var server = server(cli, model)) {
            var content =
                    "[{\"type\":\"text\",\"text\":\"what is it?\"},{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,"
                            + PNG
                            + "\"}}]";
            assertEquals("a pixel", ask(server, content, ""));
            assertThat(model.mainRequests())
                    .as("%s", model.requests())
                    .anyMatch(ModelRequest::hasImage);
        }
    }

    private static String ask(ParleyServer server, String content, String more) throws Exception {
        var body =
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":"
                        + content
                        + "}]"
                        + more
                        + "}";
        JsonNode answer = server.answer(server.posting(CHAT, body));
        return answer.path("choices")
                .path(0)
                .path("message")
                .path("content")
                .asString(Json.write(answer));
    }
}
