package dev.parley.workspace.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.TerminalEvent;
import dev.parley.api.TerminalRequest;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.testing.Screen;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.RealCli;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The interactive faces of two real CLIs on a terminal of ours, with the scripted model behind
/// them: a first screen, an answer, the end; and the same session again.
@Tag("real")
class RealTerminalTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final String CLEAR_LINE = "\u0015";

    @TempDir Path temp;

    /// A screen that answers what programs ask a terminal, as a browser's does.
    private static void answering(Terminal terminal, Screen screen) {
        terminal.watch(OptionalLong.empty(), screen);
        terminal.watch(
                OptionalLong.empty(),
                event -> {
                    if (event instanceof TerminalEvent.Printed(_, var data, _, _)) {
                        if (data.contains("\u001b[6n")) {
                            terminal.type("\u001b[1;1R");
                        }
                        if (data.contains("\u001b[c")) {
                            terminal.type("\u001b[?62;22c");
                        }
                    }
                });
    }

    /// A splash takes keys for itself, and nothing shows when it is over: what was not taken is
    /// typed again.
    private static void typeUntil(Callable<Boolean> isSeen, Terminal terminal, String keys) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofSeconds(3))
                .until(() -> {
                    if (!isSeen.call()) {
                        terminal.type(keys);
                    }
                    return isSeen.call();
                });
    }

    private static void awaitLetters(Screen screen, String letters) {
        Awaitility.await(letters + " on the screen")
                .atMost(PATIENCE)
                .until(() -> screen.letters().contains(letters));
    }

    @Test
    void showsClaudeAndGoesOnWithItsSession() throws Exception {
        var work = Files.createDirectory(temp.toRealPath().resolve("work"));
        var seed =
                """
                {"hasCompletedOnboarding":true,"hasSeenAutoDefaultNotice":true,
                 "customApiKeyResponses":{"approved":["sk-fake"],"rejected":[]},
                 "projects":{"%s":{"hasTrustDialogAccepted":true}}}
                """
                        .formatted(work);
        talk(RealCli.CLAUDE, work, ".claude.json", seed, "ClaudeCode", "/exit");
    }

    @Test
    void showsCodexAndGoesOnWithItsSession() throws Exception {
        var work = Files.createDirectory(temp.toRealPath().resolve("work"));
        var seed =
                """
                [tui]
                screen_reader_detection_done = true
                [notice.model_migrations]
                "gpt-5.5" = "gpt-6-sol"
                [projects."%s"]
                trust_level = "trusted"
                """
                        .formatted(work);
        talk(RealCli.CODEX, work, ".codex/config.toml", seed, "OpenAICodex", "/quit");
    }

    /// On leaving, both say how to come back.
    private static String lastId(String letters) {
        return Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
                .matcher(letters)
                .results()
                .map(MatchResult::group)
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    private void talk(
            RealCli cli, Path work, String file, String seed, String banner, String goodbye)
            throws Exception {
        try (var model = ScriptedModel.saying(Reply.text("the answer is marker-7"));
                var supervisor = new Supervisor(temp.resolve("ledgers"))) {
            var home = cli.home(temp.toRealPath().resolve("home"), model);
            Files.writeString(
                    home.home().resolve(file),
                    seed,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            var providers = BuiltIn.with(temp.resolve("none"));
            var environment = new HashMap<>(home.environment());
            environment.put(providers.named(cli.id()).command().env(), cli.executable().toString());
            var terminals =
                    new Terminals(
                            supervisor,
                            providers,
                            new Installations(
                                    supervisor,
                                    environment,
                                    temp.resolve("versions"),
                                    Clock.systemUTC()),
                            new ProviderEnvironment(
                                    environment, Map.of("codex", List.of("SCRIPTED_KEY"))),
                            environment,
                            (_, _) -> false,
                            new SessionWriters(temp.resolve("writers")),
                            Clock.systemUTC());
            var screen = new Screen();
            var terminal =
                    terminals.open(
                            new TerminalRequest(cli.id(), null, null, work.toString(), 110, 40));
            answering(terminal, screen);
            awaitLetters(screen, banner);
            typeUntil(
                    () -> screen.letters().contains("saythemarker"),
                    terminal,
                    CLEAR_LINE + "say the marker");
            terminal.type("\r");
            awaitLetters(screen, "theanswerismarker-7");
            assertThat(model.mainRequests()).isNotEmpty();
            terminal.type(goodbye);
            awaitLetters(screen, goodbye);
            typeUntil(screen::hasEnded, terminal, "\r"); // the first may choose a completion
            assertEquals(0, screen.awaitExit());
            var session = lastId(screen.letters());
            var again = new Screen();
            answering(
                    terminals.open(
                            new TerminalRequest(cli.id(), session, null, work.toString(), 110, 40)),
                    again);
            awaitLetters(again, "theanswerismarker-7");
        }
    }
}
