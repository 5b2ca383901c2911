package dev.parley.provider;

import static dev.parley.api.Capability.EXTRA_DIRECTORIES;
import static dev.parley.api.Capability.TOOLS;
import static dev.parley.testing.real.Proofs.Behaviour.FAILING_TOOL;
import static dev.parley.testing.real.Proofs.Behaviour.WORKING_DIRECTORY;
import static dev.parley.testing.real.Proofs.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.base.problem.Problem;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryCli;
import dev.parley.testing.real.FileTree;
import dev.parley.testing.real.RealAgent;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.Told;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What every provider promises about tools and permissions, kept by the real CLI behind Parley's
/// own stack.
@Tag("real")
class ProviderToolContractTest {
    @TempDir Path temp;

    @BeforeEach
    void useRealPaths() throws IOException {
        temp = temp.toRealPath();
    }

    @EveryCli
    void runsToolsWhereItWasTold(RealCli cli) throws Exception {
        try (var model =
                ScriptedModel.saying(
                        Reply.shell("printf 'marker-%s in ' 123; pwd"),
                        Reply.shell("printf lost; exit 3"),
                        Reply.write("notes.txt", "written\n"),
                        Reply.text("all done"))) {
            var agent = RealAgent.in(temp, cli, model);
            var told = agent.ask("use your tools").permission(Permission.BYPASS).run();
            assertThat(told.outcome().reason()).as("%s", told).isEqualTo(EndReason.COMPLETED);
            assertThat(told.outcome().answer()).isEqualTo("all done");
            var calls = told.events(Event.ToolCalled.class);
            var results = told.events(Event.ToolReturned.class);
            assertThat(calls).as("%s", told).hasSize(3);
            assertThat(results.stream().map(Event.ToolReturned::callId))
                    .containsExactlyElementsOf(
                            calls.stream().map(Event.ToolCalled::callId).toList());
            assertThat(calls.getFirst().arguments().toString()).contains("marker-%s");
            assertThat(results.getFirst().output()).contains("marker-123 in " + agent.work());
            assertThat(results.getFirst().isError()).isFalse();
            show(cli, TOOLS);
            assertThat(told.events(Event.SessionStarted.class).getFirst().cwd())
                    .isEqualTo(agent.work().toString());
            show(cli, WORKING_DIRECTORY);
            show(cli, FAILING_TOOL, howItFailed(results.get(1)));
            assertThat(agent.work().resolve("notes.txt")).hasContent("written\n");
            show(cli, Permission.BYPASS);
        }
    }

    private static String howItFailed(Event.ToolReturned result) {
        assertThat(result.output()).contains("lost");
        if (result.exitCode() != null) {
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(result.isError()).isTrue();
            return "exit code";
        }
        return result.isError() ? "error flag" : "not told";
    }

    @EveryCli
    void changesNothingInAskMode(RealCli cli) throws Exception {
        changesNothingIn(Permission.ASK, cli);
        show(cli, Permission.ASK);
    }

    @EveryCli
    void changesNothingInPlanMode(RealCli cli) throws Exception {
        changesNothingIn(Permission.PLAN, cli);
        show(cli, Permission.PLAN);
    }

    private void changesNothingIn(Permission mode, RealCli cli) throws Exception {
        try (var model =
                ScriptedModel.saying(
                        Reply.write("notes.txt", "written\n"),
                        Reply.shell("touch made.txt"),
                        Reply.text("all done"))) {
            var agent = RealAgent.in(temp, cli, model);
            assumeTrue(has(agent, mode), cli + " has no mode " + mode);
            var told = agent.ask("change something").permission(mode).run();
            assertThat(agent.work()).as("%s", told).isEmptyDirectory();
            if (told.outcome().reason() == EndReason.COMPLETED) {
                assertThat(told.outcome().answer()).isEqualTo("all done");
            } else {
                assertThat(told.fatalFailures()).as("%s", told).singleElement();
                assertThat(told.fatalFailures().getFirst().message()).contains("permission");
            }
        }
    }

    @EveryCli
    void writesInItsDirectoryInEditMode(RealCli cli) throws Exception {
        var outside = outside();
        try (var model =
                ScriptedModel.saying(
                        Reply.write("notes.txt", "written\n"),
                        Reply.write(outside.resolve("notes.txt").toString(), "written\n"),
                        Reply.text("all done"))) {
            var agent = RealAgent.in(temp, cli, model);
            assumeTrue(has(agent, Permission.EDIT), cli + " has no mode edit");
            var told = agent.ask("write the notes").permission(Permission.EDIT).run();
            assertThat(agent.work().resolve("notes.txt")).as("%s", told).hasContent("written\n");
            // Qwen Code does not ask about files elsewhere either.
            assertThat(Files.exists(outside.resolve("notes.txt")))
                    .as("%s", told)
                    .isEqualTo(cli == RealCli.QWEN);
            show(cli, Permission.EDIT, cli == RealCli.QWEN ? "everywhere" : "yes");
        } finally {
            FileTree.delete(outside);
        }
    }

    @EveryCli
    void worksInAnExtraDirectory(RealCli cli) throws Exception {
        var outside = outside();
        var file = outside.resolve("notes.txt");
        try (var model =
                ScriptedModel.saying(
                        Reply.write(file.toString(), "written\n"), Reply.text("all done"))) {
            var agent = RealAgent.in(temp, cli, model);
            var mode = has(agent, Permission.EDIT) ? Permission.EDIT : Permission.BYPASS;
            var ask = agent.ask("write there").permission(mode).directory(outside);
            if (!agent.profile().can(EXTRA_DIRECTORIES)) {
                assertThatThrownBy(ask::run).isInstanceOf(Problem.class);
                return;
            }
            assertWritten(ask.run(), model, file);
            if (cli == RealCli.KIMI || cli == RealCli.QWEN) {
                // These write anywhere; what the option does is that the model knows.
                assertThat(model.mainRequests().getFirst().body().toString())
                        .contains(outside.toString());
            }
            show(cli, EXTRA_DIRECTORIES);
        } finally {
            FileTree.delete(outside);
        }
    }

    private static void assertWritten(Told told, ScriptedModel model, Path file) {
        var results = model.mainRequests().stream().map(ModelRequest::toolResults).toList();
        assertThat(file).as("%s %s", told, results).hasContent("written\n");
        assertThat(told.outcome().answer()).isEqualTo("all done");
    }

    private static boolean has(RealAgent agent, Permission mode) {
        return Invocation.oneShot(agent.profile()).permissions().containsKey(mode);
    }

    /// Not in `/tmp`, where Codex lets everybody write.
    private static Path outside() throws IOException {
        return Files.createTempDirectory(Path.of("/var/tmp"), "parley-outside").toRealPath();
    }
}
