package dev.parley.provider;

import static dev.parley.api.Capability.PARLEY_TOOLS;
import static dev.parley.testing.real.Proofs.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.App;
import dev.parley.api.TicketQuery;
import dev.parley.base.json.Json;
import dev.parley.testing.Profiles;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryCli;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// Tools of Parley's in a single turn of every CLI that takes them there.
@Tag("real")
class ProviderHostToolsContractTest {
    @TempDir Path temp;

    /// What the model knows a tool of ours as.
    private static String name(RealCli cli, String tool) {
        return switch (cli) {
            case CLAUDE, CODEX, KIMI, QWEN -> "mcp__parley__" + tool;
            case GEMINI -> "mcp_parley_" + tool;
            case OPENCODE -> "parley_" + tool;
        };
    }

    private RealParley parley(RealCli cli, ScriptedModel model) throws IOException {
        var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
        var parley = RealParley.with(cli, directory, model);
        var tools = Files.createDirectories(directory.resolve("parley/config/tools"));
        declare(
                tools,
                "greet",
                "reads",
                "read -r all; echo \"hello $all from $(pwd) [$ANTHROPIC_API_KEY$OPENAI_API_KEY]\"");
        declare(tools, "crash", "writes", "echo half of it; kill -SEGV $$");
        declare(tools, "garbage", "writes", "printf '\\377\\376\\001 {\"half\":'");
        declare(tools, "endless", "writes", "trap '' TERM; yes >&2");
        return parley;
    }

    private static void declare(Path folder, String name, String does, String script)
            throws IOException {
        var json =
                Json.object()
                        .put("name", name)
                        .put("description", "Does " + name + ".")
                        .put("does", does)
                        .put("timeoutSeconds", 2);
        json.putObject("schema")
                .put("type", "object")
                .put("additionalProperties", false)
                .putObject("properties")
                .putObject("who")
                .put("type", "string");
        json.putArray("command").add("sh").add("-c").add(script);
        Files.writeString(folder.resolve(name + ".json"), Json.write(json));
    }

    private static List<JsonNode> events(String output, String type) {
        return output.lines()
                .filter(line -> line.startsWith("{"))
                .map(line -> Json.parse(line).orElseThrow())
                .filter(event -> event.path("type").asString().equals(type))
                .map(event -> event.path("tool"))
                .toList();
    }

    @EveryCli
    void callsACommandOfTheUsers(RealCli cli) throws Exception {
        if (!Profiles.of(cli.id()).can(PARLEY_TOOLS)) {
            saysThatItTakesNone(cli);
            return;
        }
        var tool = name(cli, "greet");
        try (var model =
                ScriptedModel.saying(
                        Reply.tool(tool, "{\"who\":\"you\"}"),
                        Reply.tool(tool, "{\"whom\":\"you\"}"),
                        Reply.tool(name(cli, "crash"), "{}"),
                        Reply.tool(name(cli, "garbage"), "{}"),
                        Reply.tool(name(cli, "endless"), "{}"),
                        Reply.text("thank you"))) {
            var parley = parley(cli, model);
            var run =
                    parley.run(
                            "run", "--provider", cli.id(), "--tools", "own", "--json", "greet me");

            assertEquals(0, run.code(), run.output());
            assertThat(model.mainRequests().getFirst().toString()).doesNotContain("Bearer");
            assertThat(events(run.output(), "tool.call"))
                    .extracting(call -> call.path("name").asString())
                    .containsExactly("greet", "greet", "crash", "garbage", "endless");
            var told = model.mainRequests().getLast().toolResults();
            assertThat(told).hasSize(5);
            assertThat(told.get(0))
                    .contains("hello", "you", "from " + parley.work().toRealPath() + " []");
            // Qwen Code compares arguments with the schema itself.
            assertThat(told.get(1)).containsAnyOf("no such argument", "additional properties");
            assertThat(told.get(2)).contains("ended with code 139", "half of it");
            assertThat(told.get(3)).contains("half");
            assertThat(told.get(4)).contains("took longer than 2 s");
            assertThat(events(run.output(), "tool.result")).hasSize(5);
            assertThat(run.output()).contains("thank you");
            // Nothing that the turn needed is left.
            var scratch = Path.of(parley.variables().get("PARLEY_HOME"), "data/scratch");
            try (var left = Files.exists(scratch) ? Files.list(scratch) : Stream.<Path>empty()) {
                assertThat(left).isEmpty();
            }
            show(cli, PARLEY_TOOLS);
        }
    }

    @EveryCli
    void hearsInTheMiddleOfATurnWhatBecameOfATicket(RealCli cli) throws Exception {
        assumeTrue(Profiles.of(cli.id()).can(PARLEY_TOOLS));
        var tickets = "{\"tickets\":[{\"title\":\"Mend it\"},{\"title\":\"Rewrite it\"}]}";
        try (var model =
                ScriptedModel.saying(
                        Reply.tool(name(cli, "create_ticket"), tickets), Reply.text("thank you"))) {
            var parley = parley(cli, model);
            var run =
                    CompletableFuture.supplyAsync(() -> {
                        try {
                            return parley.run(
                                    "run",
                                    "--provider",
                                    cli.id(),
                                    "--tools",
                                    "tickets",
                                    "--json",
                                    "propose");
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    });
            try (var app = new App(parley.variables())) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(120))
                        .until(() ->
                                run.isDone()
                                        || app.tickets()
                                                        .list(TicketQuery.board(null, 10))
                                                        .tickets()
                                                        .size()
                                                == 2);
            }
            assertThat(run).as(() -> run.join().output()).isNotDone();
            assertEquals(0, parley.run("tickets", "accept", "T1").code());
            assertEquals(0, parley.run("tickets", "reject", "T2", "--reason", "too much").code());

            assertEquals(0, run.join().code(), run.join().output());
            assertThat(model.mainRequests().getLast().toolResults().getLast())
                    .contains("accepted", "rejected", "too much");
            assertThat(events(run.join().output(), "tool.call").getFirst().path("name").asString())
                    .isEqualTo("create_ticket");
        }
    }

    private void saysThatItTakesNone(RealCli cli) throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("never asked"))) {
            var parley = parley(cli, model);
            var run =
                    parley.run(
                            "run",
                            "--provider",
                            cli.id(),
                            "--permission",
                            "bypass",
                            "--tools",
                            "greet",
                            "x");

            assertEquals(2, run.code(), run.output());
            assertThat(run.output())
                    .contains("takes no tools", "parley chat --provider " + cli.id());
            assertThat(model.mainRequests()).isEmpty();
        }
    }
}
