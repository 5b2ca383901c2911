package dev.parley.testing.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Each real CLI, one prompt at a time, against the scripted model. When this is green, whatever
/// else fails with a real CLI is ours. Run with `mvn test -Preal -Dtest=RealCliSmokeTest`.
@Tag("real")
class RealCliSmokeTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir Path temp;
    Path work;

    @BeforeAll
    static void sayWhetherTheNetworkIsClosed() {
        if (!Namespace.isLoopbackOnly()) {
            System.err.println(
                    "*** The network is open. scripts/offline mvn … closes it for real CLIs.");
        }
    }

    @BeforeEach
    void makeAProject() throws Exception {
        work = Files.createDirectory(temp.toRealPath().resolve("work"));
    }

    @EveryCli
    void answersAPrompt(RealCli cli) throws Exception {
        try (var model =
                ScriptedModel.saying(Reply.thinking("let me see").text("the answer is marker-7"))) {
            var run = run(cli, model, "what is the answer?");
            assertThat(run.stdout())
                    .as("%s %s", run, model.requests())
                    .contains("the answer is marker-7");
            assertThat(run.exitCode()).isZero();
            assertThat(model.mainRequests()).hasSize(1);
            assertThat(model.mainRequests().getFirst().userTexts())
                    .anySatisfy(text -> assertThat(text).contains("what is the answer?"));
            assertThat(model.strays()).isEmpty();
        }
    }

    @EveryCli
    void tellsTheModelWhatAShellCommandPrinted(RealCli cli) throws Exception {
        // Qwen loses the output of a command now and then that ends at once.
        var command = "printf marker-%s 123; sleep 0.3";
        try (var model = ScriptedModel.saying(Reply.shell(command), Reply.text("all done"))) {
            var run = run(cli, model, "print the marker");
            assertThat(model.mainRequests()).as("%s", run).hasSize(2);
            assertThat(model.mainRequests().getLast().toolResults())
                    .singleElement()
                    .asString()
                    .contains("marker-123");
            assertThat(run.stdout()).contains("all done");
            assertThat(run.exitCode()).isZero();
        }
    }

    @EveryCli
    void writesAFile(RealCli cli) throws Exception {
        var file = work.resolve("notes.txt");
        try (var model =
                ScriptedModel.saying(
                        Reply.write("notes.txt", "written\n"), Reply.text("all done"))) {
            var run = run(cli, model, "write the notes");
            var results = model.mainRequests().stream().map(ModelRequest::toolResults).toList();
            assertThat(file).as("%s %s", run, results).hasContent("written\n");
            assertThat(run.stdout()).contains("all done");
        }
    }

    private CliRun run(RealCli cli, ScriptedModel model, String prompt) throws Exception {
        var home = cli.home(temp.toRealPath().resolve("home"), model);
        return CliRun.of(home.command(work, cli.oneShot(prompt)), LIMIT);
    }
}
