package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.parley.event.Permission;
import dev.parley.testing.Repository;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;
import dev.parley.work.agent.ConsultRequest;
import dev.parley.work.agent.WorkRequest;
import dev.parley.work.agent.WorkResult;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// Real agents work for others, and one goes on with what another began.
@Tag("real")
class RealWorkWithTest {
    @TempDir Path temp;

    private App app(ScriptedModel model, RealCli... clis) throws Exception {
        var variables = new HashMap<String, String>();
        var root = temp.toRealPath();
        for (var cli : clis) {
            var machine =
                    RealParley.with(cli, Files.createDirectories(root.resolve(cli.id())), model);
            variables.putAll(machine.variables());
        }
        variables.put("PARLEY_HOME", root.resolve("parley").toString());
        // The user's own home has servers that no agent for others may start.
        var home = Files.createDirectories(root.resolve("user"));
        variables.put("HOME", home.toString());
        Files.writeString(
                home.resolve(".claude.json"),
                "{\"mcpServers\":{\"spy\":{\"command\":\"touch\",\"args\":[\""
                        + root
                        + "/spied\"]}}}");
        variables.remove("CLAUDE_CODE_TMPDIR");
        // A setting of the user's own for homes of agents: where Codex finds its model.
        var config = Files.createDirectories(root.resolve("parley/config"));
        var codex = root.resolve("codex/home/.codex/config.toml");
        if (Files.exists(codex)) {
            Files.createDirectories(config.resolve("homes/codex/.codex"));
            Files.copy(codex, config.resolve("homes/codex/.codex/config.toml"), REPLACE_EXISTING);
        }
        Files.writeString(
                config.resolve("config.json"),
                "{\"passEnvironment\":{\"codex\":[\"SCRIPTED_KEY\"]}}");
        return new App(variables);
    }

    private static WorkRequest request(Path project, String agent, String task) {
        return WorkRequest.of(project, agent, task).in("s1").permitted(Permission.EDIT);
    }

    private static WorkRequest thinking(WorkRequest base, String effort) {
        return new WorkRequest(
                base.project(),
                base.sessionId(),
                base.agent(),
                base.task(),
                base.role(),
                base.context(),
                Optional.of(effort),
                base.permission(),
                base.worktree(),
                base.maxCost(),
                base.timeout());
    }

    private static String effort(ModelRequest request) {
        var body = request.body();
        return body.at("/output_config/effort").asString(body.at("/reasoning/effort").asString(""));
    }

    private static String everything(ModelRequest request) {
        return request.systemText() + String.join("\n", request.userTexts());
    }

    @ParameterizedTest
    @EnumSource(
            value = RealCli.class,
            names = {"CLAUDE", "CODEX"})
    void anAgentWorksInAHomeOfItsOwnAndGoesOnAfterARestart(RealCli cli) throws Exception {
        var project = new Repository(temp.resolve("project")).path();
        var agent = cli == RealCli.CLAUDE ? "claude-sonnet-5-5" : "gpt-5.5";
        try (var model =
                ScriptedModel.saying(
                        Reply.write(project.resolve("made.txt").toString(), "made\n"),
                        Reply.text("Done. <SUMMARY>Made a file.</SUMMARY>"),
                        Reply.text("Still here."))) {
            WorkResult first;
            try (var app = app(model, cli)) {
                first =
                        app.agents()
                                .work()
                                .run(
                                        thinking(request(project, agent, "Make a file"), "high"),
                                        _ -> {});
            }
            assertEquals(WorkResult.Status.COMPLETED, first.status(), first.toString());
            assertEquals("Made a file.", first.summary());
            assertEquals(Optional.of(List.of("made.txt")), first.filesChanged());
            assertTrue(first.usage().isPresent());
            assertTrue(first.cost().usd().isPresent(), first.cost().toString());
            var asked = model.mainRequests().getFirst();
            assertEquals(agent, asked.modelName());
            assertEquals("high", effort(asked));
            assertThat(everything(asked)).contains("You work for another agent", "Make a file");

            WorkResult second;
            try (var app = app(model, cli)) {
                second =
                        app.agents().work().run(request(project, agent, "Are you there?"), _ -> {});
            }
            assertEquals("Still here.", second.summary(), second.toString());
            assertEquals(first.nativeSessionId(), second.nativeSessionId());
            assertThat(model.mainRequests().getLast().assistantTexts().toString())
                    .contains("Made a file.");
            assertTrue(Files.notExists(temp.resolve("spied")));
            try (var homes = Files.list(temp.resolve("parley/data/homes"))) {
                assertEquals(1, homes.count());
            }
            try (var own = Files.walk(temp.resolve("user"))) {
                assertThat(own.map(Path::toString).toList())
                        .noneMatch(name -> name.endsWith(".jsonl"));
            }
        }
    }

    @Test
    void oneAgentGoesOnWithWhatAnotherBegan() throws Exception {
        var project = new Repository(temp.resolve("project")).path();
        try (var model =
                ScriptedModel.saying(
                        Reply.text("The fault is in line 7 of file.txt."),
                        Reply.text("I have mended line 7."),
                        Reply.text("I see."))) {
            try (var app = app(model, RealCli.CLAUDE, RealCli.CODEX)) {
                var work = app.agents().work();
                var found = work.run(request(project, "sonnet", "Find the fault"), _ -> {});
                var mended = work.run(request(project, "gpt-5.5", "Mend it"), _ -> {});
                var seen = work.run(request(project, "sonnet", "Is it mended?"), _ -> {});
                for (var result : List.of(found, mended, seen)) {
                    assertEquals(WorkResult.Status.COMPLETED, result.status(), result.toString());
                }
            }
            // Claude's session is brought over: nothing is retold.
            var toCodex = model.mainRequests().get(1);
            assertThat(everything(toCodex))
                    .containsOnlyOnce("Find the fault")
                    .doesNotContain("==== user, to claude");
            assertThat(toCodex.assistantTexts().toString()).contains("line 7 of file.txt");
            assertThat(toCodex.userTexts().getLast()).endsWith("Mend it");
            var toClaude = model.mainRequests().get(2);
            // Its own words are in its own session, and only those of the other are told.
            assertThat(toClaude.assistantTexts().toString()).contains("line 7 of file.txt");
            assertThat(toClaude.userTexts().getLast())
                    .contains("==== codex (work_with)\nI have mended line 7.\n")
                    .doesNotContain("Find the fault")
                    .endsWith("Is it mended?");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RealCli.class,
            names = {"CLAUDE", "CODEX"})
    void aSessionTheCliHasLostIsBegunAnew(RealCli cli) throws Exception {
        var project = new Repository(temp.resolve("project")).path();
        var agent = cli == RealCli.CLAUDE ? "sonnet" : "gpt-5.5";
        try (var model =
                ScriptedModel.saying(Reply.text("It is blue."), Reply.text("Yes, blue."))) {
            WorkResult first;
            try (var app = app(model, cli)) {
                first = app.agents().work().run(request(project, agent, "Which colour?"), _ -> {});
            }
            var state = cli == RealCli.CLAUDE ? ".claude/projects" : ".codex/sessions";
            try (var homes = Files.list(temp.resolve("parley/data/homes"))) {
                var home = homes.findFirst().orElseThrow();
                try (var files = Files.walk(home.resolve(state))) {
                    for (var file : files.filter(Files::isRegularFile).toList()) {
                        Files.delete(file);
                    }
                }
            }
            try (var app = app(model, cli)) {
                var second = app.agents().work().run(request(project, agent, "Sure?"), _ -> {});
                assertEquals("Yes, blue.", second.summary(), second.toString());
                assertThat(second.nativeSessionId()).isNotEqualTo(first.nativeSessionId());
            }
            assertThat(everything(model.mainRequests().getLast()))
                    .contains("Which colour?", "It is blue.", "Sure?");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RealCli.class,
            names = {"CLAUDE", "CODEX"})
    void adviceThroughACliChangesNothing(RealCli cli) throws Exception {
        var project = new Repository(temp.resolve("project")).path();
        var agent = cli == RealCli.CLAUDE ? "sonnet" : "gpt-5.5";
        try (var model =
                ScriptedModel.saying(
                        Reply.write(project.resolve("made.txt").toString(), "made\n"),
                        Reply.text("My advice."))) {
            var root = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
            var machine = RealParley.with(cli, root, model);
            var variables = new HashMap<>(machine.variables());
            // With a key the API would be asked; a proxy of the user's has another name for it.
            Files.writeString(
                    root.resolve("parley/config/config.json"),
                    "{\"passEnvironment\":{\"codex\":[\"SCRIPTED_KEY\"]},"
                            + "\"apis\":{\"anthropic\":{\"keyVariable\":\"NONE\"}}}");
            try (var app = new App(variables)) {
                var advice =
                        app.agents()
                                .consult()
                                .ask(
                                        new ConsultRequest(
                                                project,
                                                Optional.empty(),
                                                agent,
                                                "What do you think?",
                                                Optional.empty(),
                                                List.of("file.txt")));
                assertEquals("My advice.", advice.text());
                assertEquals(cli.id(), advice.who());
                assertTrue(Files.notExists(project.resolve("made.txt")));
            }
        }
    }
}
