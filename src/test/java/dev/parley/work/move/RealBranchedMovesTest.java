package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.MoveRequest;
import dev.parley.api.Progress;
import dev.parley.event.SessionKey;
import dev.parley.testing.real.EveryCli;
import dev.parley.testing.real.RealCli;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Sessions that the real CLIs forked and made shorter are brought to the next CLI, as they would
/// go on themselves.
@Tag("real")
class RealBranchedMovesTest {
    @TempDir static Path temp;
    private static RealMoveWorld world;

    /// What each calls it; one has no word for it outside of its own screen. Those that shorten a
    /// conversation when they are told so over their wire. Gemini and Kimi answer the word as a
    /// prompt, Qwen refuses while little was said, and Codex has another way.
    private static final Map<RealCli, String> SHORTEN =
            Map.of(RealCli.CLAUDE, "/compact", RealCli.OPENCODE, "/compact");

    @BeforeAll
    static void open() throws Exception {
        world = new RealMoveWorld(temp);
    }

    @AfterAll
    static void end() {
        if (world != null) {
            world.close();
        }
    }

    private static RealCli next(RealCli cli) {
        return RealCli.values()[(cli.ordinal() + 1) % RealCli.values().length];
    }

    @EveryCli
    void aForkIsBroughtWithWhatItHasOfItsParent(RealCli source) throws Exception {
        var parent = world.converse(source);
        world.history.refresh(Progress.SILENT);
        var before = known(source);
        var id = parent.nativeId();
        var run =
                switch (source) {
                    case CLAUDE ->
                            world.run(
                                    source,
                                    List.of("-p", "--resume", id, "--fork-session", "PROMPT-FORK"));
                    case CODEX ->
                            world.run(
                                    source,
                                    List.of(
                                            "exec",
                                            "--skip-git-repo-check",
                                            "fork",
                                            id,
                                            "PROMPT-FORK"));
                    case OPENCODE ->
                            world.run(
                                    source,
                                    List.of("run", "--session", id, "--fork", "PROMPT-FORK"));
                    case KIMI -> world.run(source, List.of("fork", id, "-y"));
                    case QWEN ->
                            world.run(
                                    source,
                                    List.of("--resume", id, "--fork-session", "PROMPT-FORK"));
                    // It has no forks but those that Parley makes.
                    case GEMINI -> null;
                };
        SessionKey fork;
        if (run == null) {
            fork = world.mover.move(parent, MoveRequest.to("gemini")).to();
            world.history.refresh(Progress.SILENT);
        } else {
            world.history.refresh(Progress.SILENT);
            var made = known(source);
            made.removeAll(before);
            assertThat(made).as("%s", run).hasSize(1);
            fork = made.iterator().next();
        }
        var target = next(source);
        var move = world.mover.move(fork, MoveRequest.to(target.id()));
        var prompt = "GO-ON-fork-" + source;
        var request = MovedRequest.of(world.asked(prompt, world.goOn(move, prompt, true)));
        request.inOrder(
                source + " to " + target,
                List.of("PROMPT-ONE", "shell-said", "PROMPT-TWO", "ANSWER-TWO-B", "PROMPT-THREE"));
        assertThat(request.text()).containsOnlyOnce("shell-said");
        if (source != RealCli.KIMI && source != RealCli.GEMINI) {
            request.inOrder(
                    "the fork", List.of("ANSWER-THREE", "PROMPT-FORK", "ANSWER-FORK", prompt));
        }
        assertThat(request.results()).containsExactlyElementsOf(request.calls()).hasSize(4);
    }

    private static Set<SessionKey> known(RealCli cli) {
        return world.history.view().sessions().stream()
                .map(entry -> entry.summary().key())
                .filter(key -> key.provider().equals(cli.id()))
                .collect(Collectors.toSet());
    }

    @EveryCli
    void whatWasMadeShorterGoesOnFromItsSummary(RealCli source) throws Exception {
        var command = SHORTEN.get(source);
        Assumptions.assumeTrue(command != null, () -> source + " is not told to shorten here");
        var from = world.shorten(source, command);
        world.history.refresh(Progress.SILENT);
        var move = world.mover.move(from, MoveRequest.to(next(source).id()));
        assertThat(move.notes()).as("%s", source).contains("summary");
        var prompt = "GO-ON-short-" + source;
        var request = MovedRequest.of(world.asked(prompt, world.goOn(move, prompt, true)));
        request.inOrder(
                source + " made shorter",
                List.of("Side answer", "PROMPT-THREE", "ANSWER-THREE", prompt));
        assertThat(request.text()).as("%s", source).doesNotContain("ANSWER-SHORT");
    }
}
