package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.api.TerminalEvent;
import dev.parley.base.json.Json;
import dev.parley.process.Launch;
import dev.parley.process.PtyProcess;
import dev.parley.process.Supervisor;
import dev.parley.testing.Processes;
import dev.parley.testing.Screen;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealParley;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/// `parley resume` with every real CLI, in a terminal as a person has it: the conversation is on
/// the screen, nobody else may write to it meanwhile, and nothing is left when the window closes.
@Tag("real")
class RealResumeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir Path temp;

    /// What spares a person's first questions: is this directory to be trusted, and the like.
    private static void answerFirstQuestions(RealCli cli, Path home, Path work) throws IOException {
        switch (cli) {
            case CLAUDE ->
                    Files.writeString(
                            home.resolve(".claude.json"),
                            """
                            {"hasCompletedOnboarding":true,"hasSeenAutoDefaultNotice":true,
                             "customApiKeyResponses":{"approved":["sk-fake"],"rejected":[]},
                             "projects":{"%s":{"hasTrustDialogAccepted":true}}}
                            """
                                    .formatted(work));
            case CODEX ->
                    Files.writeString(
                            home.resolve(".codex/config.toml"),
                            """
                            [tui]
                            screen_reader_detection_done = true
                            [notice.model_migrations]
                            "gpt-5.5" = "gpt-6-sol"
                            [projects."%s"]
                            trust_level = "trusted"
                            """
                                    .formatted(work),
                            StandardOpenOption.APPEND);
            case GEMINI, OPENCODE, KIMI, QWEN -> {}
        }
    }

    /// The session that a run with `--json` was in.
    private static String session(String events) {
        return events.lines()
                .flatMap(line -> Json.parseObject(line).stream())
                .map(event -> event.path("sessionId").asString(""))
                .filter(id -> !id.isEmpty())
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    @EveryLiveCli
    void aSessionGoesOnInItsOwnCli(RealCli cli) throws Exception {
        var directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
        try (var model =
                        ScriptedModel.saying(
                                Reply.text("the answer is marker-7"), Reply.text("and marker-8"));
                var supervisor = new Supervisor(directory.resolve("ledgers"))) {
            var parley = RealParley.with(cli, directory, model);
            answerFirstQuestions(cli, parley.home().home(), parley.work());
            var first =
                    parley.run(
                            "run",
                            "--provider",
                            cli.id(),
                            "--permission",
                            "bypass",
                            "--json",
                            "say the marker");
            assertEquals(0, first.code(), first.output());
            var key = cli.id() + ":" + session(first.output());

            var screen = new Screen();
            var launch =
                    new Launch(
                            RealParley.command("resume", key),
                            parley.work(),
                            parley.variables(),
                            Long.MAX_VALUE);
            var terminal = new PtyProcess[1];
            terminal[0] =
                    supervisor.startOnTerminal(
                            launch,
                            new PtyProcess.Size(110, 40),
                            (bytes, count) -> printed(bytes, count, screen, terminal),
                            code -> screen.accept(new TerminalEvent.Exited("", code)));
            if (cli == RealCli.KIMI) {
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> screen.letters().contains("Trustthisfolder?"));
                terminal[0].type("\r".getBytes(StandardCharsets.UTF_8));
            }
            try {
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> screen.letters().contains("theanswerismarker-7"));
            } catch (org.awaitility.core.ConditionTimeoutException e) {
                throw new AssertionError(key + " is not on the screen: " + screen.letters(), e);
            }
            var refused = parley.run("run", "--resume", key, "--permission", "bypass", "more");
            assertEquals(5, refused.code(), refused.output());
            assertThat(refused.output()).contains("is open in a terminal");

            terminal[0].stop();
            assertFalse(Processes.isAlive(terminal[0].pid()));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> Processes.withVariable("HOME=" + parley.home().home()).isEmpty());
            var resumed = parley.run("run", "--resume", key, "--permission", "bypass", "more");
            assertEquals(0, resumed.code(), resumed.output());
            assertThat(resumed.output()).contains("marker-8");
        }
    }

    /// Answers what programs ask a terminal.
    private static void printed(byte[] bytes, int count, Screen screen, PtyProcess[] terminal) {
        var text = new String(bytes, 0, count, StandardCharsets.UTF_8);
        screen.accept(new TerminalEvent.Printed("", text, 0, false));
        if (terminal[0] != null && text.contains("\u001b[6n")) {
            terminal[0].type("\u001b[1;1R".getBytes(StandardCharsets.UTF_8));
        }
        if (terminal[0] != null && text.contains("\u001b[c")) {
            terminal[0].type("\u001b[?62;22c".getBytes(StandardCharsets.UTF_8));
        }
    }
}
