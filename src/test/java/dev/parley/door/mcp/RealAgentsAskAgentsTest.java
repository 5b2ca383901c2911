package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testing.Repository;
import dev.parley.testing.Stub;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.CliRun;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealHome;
import dev.parley.testing.real.RealParley;
import dev.parley.work.install.InstallMcp;
import dev.parley.work.install.McpClient;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Real CLIs, each with `parley mcp` in its own settings, that have another real CLI work; every
/// model is scripted.
@Tag("real")
@Timeout(300)
class RealAgentsAskAgentsTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Pattern JOB = Pattern.compile("job_id\\W+([0-9a-f-]{36})");

    @TempDir Path temp;

    /// A machine with several CLIs, and Parley.
    private final class Machine {
        private final Path root = temp.toRealPath();
        private final Path project = new Repository(root.resolve("project")).path();
        private final Map<RealCli, RealHome> homes = new EnumMap<>(RealCli.class);
        private final Path parley;

        Machine(ScriptedModel model, String settings, RealCli... clis) throws Exception {
            var variables = new HashMap<String, String>();
            for (var cli : clis) {
                var machine =
                        RealParley.with(
                                cli, Files.createDirectories(root.resolve(cli.id())), model);
                homes.put(cli, machine.home());
                variables.putAll(machine.variables());
            }
            variables.put("PARLEY_HOME", root.resolve("parley").toString());
            variables.put("HOME", Files.createDirectories(root.resolve("user")).toString());
            variables.remove("CLAUDE_CODE_TMPDIR");
            var config = Files.createDirectories(root.resolve("parley/config"));
            Files.writeString(
                    config.resolve("config.json"),
                    "{\"passEnvironment\":{\"codex\":[\"SCRIPTED_KEY\"]}" + settings + "}");
            var assignments =
                    variables.entrySet().stream()
                            .map(one -> "'" + one.getKey() + "=" + one.getValue() + "'")
                            .collect(Collectors.joining(" "));
            var command =
                    RealParley.command("mcp").stream()
                            .map(word -> "'" + word + "'")
                            .collect(Collectors.joining(" "));
            parley = Stub.script(root, "parley-mcp", "exec env " + assignments + " " + command);
            // Agents that work for others have homes of their own; these settings are in them.
            var own = config.resolve("homes/codex/.codex/config.toml");
            Files.createDirectories(own.getParent());
            Files.copy(root.resolve("codex/home/.codex/config.toml"), own);
            for (var cli : homes.keySet()) {
                enter(homes.get(cli).environment(), cli);
            }
        }

        private void enter(Map<String, String> environment, RealCli cli) {
            var install = new InstallMcp(environment, List.of(parley.toString()));
            install.apply(install.install(McpClient.find(cli.id()).orElseThrow()));
        }

        /// The agents of a CLI have the server in their homes, too.
        void enterIntoHomesOf(RealCli cli) throws IOException {
            var home = Files.createDirectories(root.resolve("parley/config/homes/" + cli.id()));
            enter(
                    Map.of(
                            "HOME", home.toString(),
                            "CLAUDE_CONFIG_DIR", home.resolve(".claude").toString()),
                    cli);
        }

        CliRun run(RealCli cli, String prompt) throws Exception {
            return CliRun.of(homes.get(cli).command(project, cli.oneShot(prompt)), LIMIT);
        }
    }

    private static String said(ModelRequest request) {
        return String.join("\n", request.userTexts());
    }

    private static String results(ModelRequest request) {
        return String.join("\n", request.toolResults());
    }

    private static Reply work(String agent, String task) {
        return Reply.tool(
                "mcp__parley__work_with",
                "{\"agent\":\"%s\",\"task\":\"%s\",\"session_id\":\"s1\",\"permission\":\"plan\"}"
                        .formatted(agent, task));
    }

    private static ModelRequest asked(ScriptedModel model, String agent, String task) {
        return model.mainRequests().stream()
                .filter(one -> one.modelName().contains(agent) && said(one).contains(task))
                .findFirst()
                .orElseThrow(() -> new AssertionError(task + " in " + model.mainRequests()));
    }

    @Test
    void threeClientsHaveAnotherCliWorkInOneConversation() throws Exception {
        var model =
                ScriptedModel.answering(request -> {
                    var said = said(request);
                    var results = results(request);
                    if (results.contains("marker-")) {
                        return Reply.text("all done");
                    }
                    if (said.contains("Question three")) {
                        return Reply.text("I have seen it, marker-3.");
                    }
                    if (said.contains("Question two")) {
                        return Reply.text("It is mended, marker-2.");
                    }
                    if (said.contains("Question one")) {
                        return Reply.text("The fault is marker-1.");
                    }
                    if (said.contains("Have Codex look")) {
                        return work("gpt-5.5", "Question one");
                    }
                    if (said.contains("Have Claude look")) {
                        return work("sonnet", "Question two");
                    }
                    return said.contains("Have it checked")
                            ? work("gpt-5.5", "Question three")
                            : Reply.text("nothing to do");
                });
        try (model) {
            var machine = new Machine(model, "", RealCli.CLAUDE, RealCli.CODEX, RealCli.OPENCODE);
            for (var turn :
                    Map.of(
                                    RealCli.CLAUDE, "Have Codex look",
                                    RealCli.CODEX, "Have Claude look",
                                    RealCli.OPENCODE, "Have it checked")
                            .entrySet()
                            .stream()
                            .sorted(Map.Entry.comparingByKey())
                            .toList()) {
                var run = machine.run(turn.getKey(), turn.getValue());
                assertThat(run.stdout())
                        .as("%s: %s %s", turn.getKey(), run, model.requests())
                        .contains("all done");
            }
            // What each second model was asked, and what it was told of the others.
            var first = asked(model, "gpt-5.5", "Question one");
            assertThat(said(first)).doesNotContain("That is what was said before");
            // Codex' session is brought over to Claude; Codex' own one is told what is new.
            var second = asked(model, "sonnet", "Question two");
            assertThat(said(second))
                    .contains("Question one")
                    .doesNotContain("That is what was said before");
            assertThat(second.assistantTexts().toString()).contains("The fault is marker-1.");
            assertThat(said(asked(model, "gpt-5.5", "Question three")))
                    .contains("It is mended, marker-2.");
        }
    }

    @Test
    void aJobOutlivesTheLimitOfCodex() throws Exception {
        var model =
                ScriptedModel.answering(request -> {
                    var results = results(request);
                    if (said(request).contains("Question one")) {
                        return Reply.text("slow answer: marker-1 at last")
                                .slowly(Duration.ofSeconds(3));
                    }
                    if (results.contains("marker-1")) {
                        return Reply.text("all done");
                    }
                    var job = JOB.matcher(results);
                    if (job.find()) {
                        return Reply.tool(
                                "mcp__parley__poll_job",
                                "{\"job_id\":\"%s\",\"wait_s\":3}".formatted(job.group(1)));
                    }
                    return said(request).contains("Have Claude look")
                            ? work("sonnet", "Question one")
                            : Reply.text("nothing to do");
                });
        try (model) {
            var machine =
                    new Machine(
                            model,
                            ",\"mcpPatienceSeconds\":{\"codex\":2}",
                            RealCli.CLAUDE,
                            RealCli.CODEX);
            var config = temp.toRealPath().resolve("codex/home/.codex/config.toml");
            Files.writeString(
                    config,
                    Files.readString(config)
                            .replace("tool_timeout_sec = 300", "tool_timeout_sec = 6"));
            assertThat(Files.readString(config)).contains("tool_timeout_sec = 6");
            var run = machine.run(RealCli.CODEX, "Have Claude look");
            assertThat(run.stdout()).as("%s %s", run, model.requests()).contains("all done");
            assertThat(model.requests().toString()).doesNotContain("timed out");
        }
    }

    /// Claude has Codex work, Codex has Claude work, and that Claude wants somebody to work, too.
    @Test
    void aChainThatGoesTooDeepIsToldSo() throws Exception {
        var model =
                ScriptedModel.answering(request -> {
                    var said = said(request);
                    var results = results(request);
                    if (!results.isEmpty()) {
                        return Reply.text("I was told: " + results.replaceAll("[\"\\\\<>]", " "));
                    }
                    if (said.contains("Third")) {
                        return work("gpt-5.5", "Fourth");
                    }
                    if (said.contains("Second")) {
                        return Reply.tool( // one of those that Parley lends it
                                "parley__work_with", "{\"agent\":\"sonnet\",\"task\":\"Third\"}");
                    }
                    return said.contains("First")
                            ? Reply.tool(
                                    "mcp__parley__work_with",
                                    "{\"agent\":\"gpt-5.5\",\"task\":\"Second\"}")
                            : Reply.text("nothing to do");
                });
        try (model) {
            var machine =
                    new Machine(
                            model,
                            ",\"approvals\":[\"allow mcp__parley__work_with\"]",
                            RealCli.CLAUDE,
                            RealCli.CODEX);
            machine.enterIntoHomesOf(RealCli.CLAUDE);
            var run = machine.run(RealCli.CLAUDE, "First");
            assertThat(run.stdout())
                    .as("%s %s", run, model.requests())
                    .contains("ChainTooDeep: you were asked by another agent");
            assertThat(model.mainRequests().stream().filter(one -> said(one).contains("Fourth")))
                    .isEmpty();
        }
    }
}
