package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Progress;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.real.LiveConnection;
import dev.parley.testing.real.RealCli;

import org.awaitility.Awaitility;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Makes a session in a real CLI with all that a session can have: two turns that the CLI itself
/// makes shorter, tools, one that fails, two that are called at once, an image, letters of many
/// kinds, a result of 200 KB; and at the end it is forked.
final class RealSource {
    private static final Pattern MARK =
            Pattern.compile("(?:PROMPT|ANSWER)-[A-Z]{3,}(?:-[AB]\\b)?|Side answer");

    private final RealMoveWorld world;

    RealSource(RealMoveWorld world) {
        this.world = world;
    }

    /// Each model is told who asks, so that its own requests are known from those of the others.
    static String prompt(String name, RealCli cli) {
        return "PROMPT-" + name + "-" + cli.id();
    }

    /// The last one that the CLI itself was given.
    static String last(RealCli cli) {
        return prompt(forks(cli) ? "FORK" : "THREE", cli);
    }

    /// Kimi Code forks without a prompt, Gemini CLI does not fork at all.
    private static boolean forks(RealCli cli) {
        return cli != RealCli.KIMI && cli != RealCli.GEMINI;
    }

    Map<RealCli, SessionKey> inEach(List<RealCli> clis) throws Exception {
        var parents = world.inEach(clis, this::make);
        var before = new HashSet<>(known());
        var made = new EnumMap<RealCli, SessionKey>(RealCli.class);
        for (var cli : clis) {
            var parent = Objects.requireNonNull(parents.get(cli));
            made.put(cli, cli == RealCli.GEMINI ? parent : fork(cli, parent, before));
        }
        return made;
    }

    private SessionKey make(RealCli cli) throws Exception {
        var id = begin(cli);
        switch (cli) {
            case CLAUDE, OPENCODE, KIMI, QWEN -> {}
            case CODEX ->
                    also(
                            cli,
                            List.of(
                                    "exec",
                                    "--skip-git-repo-check",
                                    "-c",
                                    "model_auto_compact_token_limit=50",
                                    "resume",
                                    id,
                                    prompt("ALSO", cli)));
            case GEMINI -> {
                var settings = world.directory.resolve("home/.gemini/settings.json");
                var usual = Files.readString(settings);
                Files.writeString(
                        settings,
                        usual.replaceFirst(
                                "\\{", "{ \"model\": { \"compressionThreshold\": 0.000001 },"));
                also(cli, List.of("--skip-trust", "--resume", id, "-p", prompt("ALSO", cli)));
                Files.writeString(settings, usual);
            }
        }
        try (var agent = world.agent(cli);
                var live =
                        agent.converse(agent.wish().permission(Permission.BYPASS).resuming(id))) {
            live.ask("t1", prompt("ONE", cli) + " Grüße 日本語 😀 \"quoted\"", EndReason.COMPLETED);
            live.say(
                    "c1",
                    new Action.Prompt(
                            "t2",
                            prompt("TWO", cli),
                            List.of(new Action.Image("image/png", RealMoveWorld.PIXEL))));
            live.ended("t2", EndReason.COMPLETED);
            live.ask("t3", prompt("THREE", cli), EndReason.COMPLETED);
            return new SessionKey(cli.id(), nativeId(live));
        }
    }

    /// What is said first is long: no CLI keeps that beside a summary.
    private String begin(RealCli cli) throws IOException {
        try (var agent = world.agent(cli);
                var live = agent.converse(agent.wish().permission(Permission.BYPASS))) {
            live.ask("t1", prompt("ZERO", cli), EndReason.COMPLETED);
            live.ask("t2", prompt("BRIEF", cli), EndReason.COMPLETED);
            var id = nativeId(live);
            switch (cli) {
                case CLAUDE, OPENCODE -> live.ask("t3", "/compact", EndReason.COMPLETED);
                case QWEN -> live.ask("t3", "/compress", EndReason.COMPLETED);
                case KIMI -> {
                    live.ask("t3", "/compact", EndReason.COMPLETED);
                    awaitShortened(agent.home(), id);
                }
                // They have no word for it outside of their own screens.
                case CODEX, GEMINI -> {}
            }
            return id;
        }
    }

    /// Kimi Code answers at once and does it meanwhile.
    private static void awaitShortened(Path home, String session) {
        Awaitility.await()
                .atMost(RealMoveWorld.LIMIT)
                .until(() -> {
                    try (var files = Files.walk(home.resolve(".kimi-code/sessions"))) {
                        return files.filter(
                                        file -> file.endsWith(session + "/agents/main/wire.jsonl"))
                                .anyMatch(RealSource::isShortened);
                    }
                });
    }

    private static boolean isShortened(Path wire) {
        try {
            return Files.readString(wire).contains("\"context.apply_compaction\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// One more prompt, before which the CLI makes the conversation shorter because of its
    /// settings.
    private void also(RealCli cli, List<String> arguments) throws Exception {
        var run = world.run(cli, arguments);
        assertThat(run.stdout()).as("%s", run).contains("ANSWER-ALSO");
    }

    private SessionKey fork(RealCli cli, SessionKey parent, Set<SessionKey> before)
            throws Exception {
        var id = parent.nativeId();
        var prompt = prompt("FORK", cli);
        var run =
                world.run(
                        cli,
                        switch (cli) {
                            case CLAUDE -> List.of("-p", "--resume", id, "--fork-session", prompt);
                            case CODEX ->
                                    List.of("exec", "--skip-git-repo-check", "fork", id, prompt);
                            case OPENCODE -> List.of("run", "--session", id, "--fork", prompt);
                            case KIMI -> List.of("fork", id, "-y");
                            case QWEN -> List.of("--resume", id, "--fork-session", prompt);
                            case GEMINI -> throw new IllegalArgumentException();
                        });
        var made = known();
        made.removeAll(before);
        assertThat(made).as("%s", run).hasSize(1);
        before.addAll(made);
        return made.iterator().next();
    }

    private Set<SessionKey> known() throws InterruptedException {
        world.history.refresh(Progress.SILENT);
        return world.history.view().sessions().stream()
                .map(entry -> entry.summary())
                .filter(session -> session.parent() == null)
                .map(session -> session.key())
                .collect(Collectors.toSet());
    }

    private static String nativeId(LiveConnection live) {
        return Objects.requireNonNull(live.joined("c1").nativeId());
    }

    /// What of the conversation a model was asked with, by the first words of each text.
    static List<String> marks(ModelRequest request) {
        return MARK.matcher(MovedRequest.of(request).text())
                .results()
                .map(MatchResult::group)
                .toList();
    }
}
