package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.api.Progress;
import dev.parley.api.UsageBy;
import dev.parley.base.hash.Hash;
import dev.parley.event.SessionKey;
import dev.parley.history.usage.Prices;
import dev.parley.history.usage.Usages;
import dev.parley.portable.Piece;
import dev.parley.provider.SessionWriters;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.real.EveryCli;
import dev.parley.testing.real.RealCli;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// All thirty pairs: each real CLI makes a session with everything in it; it is brought to the five
/// others, and each of these goes on with it, twice. What their models get says whether everything
/// arrived: what the CLI itself would have sent its own model, and calls with their results.
@Tag("real")
class RealMovesTest {
    /// In this order, in every request.
    private static final List<String> SAID =
            List.of(
                    "PROMPT-ONE",
                    "Grüße 日本語 😀 \\\"quoted\\\"",
                    "ANSWER-ONE-A",
                    "printf shell-%s",
                    "shell-said",
                    "ANSWER-ONE-B ✓",
                    "PROMPT-TWO",
                    "ANSWER-TWO-A",
                    "notes-of-turn-two.txt",
                    "no-such-file-7",
                    "ANSWER-TWO-B",
                    "PROMPT-THREE",
                    "ANSWER-THREE-A",
                    "seq 100000 130000",
                    "ANSWER-THREE ñ");

    @TempDir static Path temp;
    private static RealMoveWorld world;
    private static Map<RealCli, SessionKey> sources;

    @BeforeAll
    static void makeASessionInEachCli() throws Exception {
        world = new RealMoveWorld(temp);
        sources = new RealSource(world).inEach(List.of(RealCli.values()));
    }

    @AfterAll
    static void end() {
        if (world != null) {
            world.close();
        }
    }

    @EveryCli
    void goesOnWithWhatBeganElsewhere(RealCli target) throws Exception {
        var before = files();
        Move last = null;
        for (var source : RealCli.values()) {
            if (source != target) {
                last = tryPair(source, target);
            }
        }
        listed(target, Objects.requireNonNull(last));
        assertThat(files()).isEqualTo(before).hasSizeGreaterThan(4);
    }

    private static Move tryPair(RealCli source, RealCli target) throws Exception {
        var pair = source + " to " + target;
        var move = world.mover.move(sources.get(source), MoveRequest.to(target.id()));
        for (var time = 1; time <= 2; time++) {
            var prompt = "GO-ON-" + source + "-" + target + "-" + time;
            var run = world.goOn(move, prompt, time == 1);
            var asked = world.asked(prompt, pair + ": " + run);
            assertThat(run.stdout()).as(pair).contains("GONE-ON");
            check(pair + " " + time, source, asked, prompt);
            // Qwen Code sends a picture and does not write it down.
            assertThat(asked.hasImage()).as(pair).isEqualTo(source != RealCli.QWEN);
        }
        return move;
    }

    private static void check(String pair, RealCli source, ModelRequest request, String prompt) {
        var own = RealSource.marks(world.asked(RealSource.last(source), source));
        assertThat(own)
                .as("%s itself", source)
                .contains("Side answer")
                .doesNotContain("ANSWER-ZERO");
        assertThat(RealSource.marks(request)).as(pair).startsWith(own.toArray(String[]::new));
        var all = MovedRequest.of(request);
        var at = all.inOrder(pair, SAID);
        assertThat(all.text().indexOf(prompt, at)).as("%s: the prompt is last", pair).isPositive();
        assertThat(all.calls())
                .as("%s: calls in %s", pair, all.text())
                .hasSize(4)
                .doesNotHaveDuplicates();
        assertThat(all.results()).as("%s: results", pair).containsExactlyElementsOf(all.calls());
        assertThat(all.text()).as(pair).containsOnlyOnce("shell-said");
    }

    /// OpenCode has a database: it is asked to take the session out again.
    @Test
    void whatWasMovedIsTakenBackAndCountsOnce() throws Exception {
        var move = world.mover.move(sources.get(RealCli.CLAUDE), MoveRequest.to("opencode"));
        world.history.refresh(Progress.SILENT);
        assertThat(world.history.view().find(move.to())).isPresent();
        assertThat(used())
                .noneMatch(name -> name.contains(move.to().nativeId()))
                .anyMatch(name -> name.contains(sources.get(RealCli.CLAUDE).nativeId()));
        var writers = new SessionWriters(world.directory.resolve("writers"));
        new UndoMove(world.targets, world.ledger, writers).undo(move.to().nativeId());
        world.history.refresh(Progress.SILENT);
        assertThat(world.history.view().find(move.to())).isEmpty();
    }

    /// From Claude Code to another one and back: texts, roles, order, calls and results are the
    /// same, and Claude Code goes on with it.
    @EveryCli
    void comesBackAsItWas(RealCli other) throws Exception {
        if (other == RealCli.CLAUDE) {
            return;
        }
        var from = sources.get(RealCli.CLAUDE);
        var there = world.mover.move(from, MoveRequest.to(other.id()));
        world.history.refresh(Progress.SILENT);
        var back = world.mover.move(there.to(), MoveRequest.to("claude"));
        assertThat(told(world.brought(back.to()))).isEqualTo(told(world.brought(from)));
        var prompt = "GO-ON-back-from-" + other;
        var run = world.goOn(back, prompt, true);
        check("back from " + other, RealCli.CLAUDE, world.asked(prompt, run), prompt);
    }

    /// Long results were cut on the way.
    private static List<String> told(List<Piece> pieces) {
        return pieces.stream()
                .flatMap(piece ->
                        switch (piece) {
                            case Piece.Prompt prompt ->
                                    Stream.of("user: " + prompt.text() + prompt.images());
                            // It comes to the other one as a prompt.
                            case Piece.Summary summary ->
                                    Stream.of("user: " + summary.text() + "[]");
                            case Piece.Step step ->
                                    Stream.concat(
                                            Stream.of("assistant: " + step.text()),
                                            step.calls().stream().map(RealMovesTest::told));
                        })
                .toList();
    }

    private static String told(Piece.Call call) {
        var result = call.result().text().strip();
        return call.name()
                + sorted(call)
                + " → "
                + result.substring(0, Math.min(result.length(), 10_000))
                + call.result().isError();
    }

    private static String sorted(Piece.Call call) {
        var arguments = new java.util.TreeMap<String, String>();
        call.arguments()
                .propertyStream()
                // What it says of a command beside it has no word in the others.
                .filter(one -> !one.getKey().equals("description"))
                .forEach(one -> arguments.put(one.getKey(), one.getValue().asString("")));
        return arguments.toString();
    }

    /// The sessions that used something.
    private static List<String> used() {
        return new Usages(Prices.read(world.directory.resolve("none.json")), ZoneOffset.UTC)
                .report(world.history.view(), UsageBy.SESSION, Optional.empty()).stream()
                        .filter(line -> line.totals().requests() > 0)
                        .map(line -> line.name())
                        .toList();
    }

    /// What the CLI itself says when it is asked for its sessions. Claude Code has a list for a
    /// person only: asked to continue, it takes what is first in it.
    private static void listed(RealCli cli, Move last) throws Exception {
        var list =
                switch (cli) {
                    case CLAUDE ->
                            world.run(
                                            cli,
                                            List.of(
                                                    "-p",
                                                    "--continue",
                                                    "--output-format",
                                                    "json",
                                                    "GO-ON-listed"))
                                    .stdout();
                    case CODEX -> world.codexThreads();
                    case GEMINI -> world.run(cli, List.of("--list-sessions")).stdout();
                    case OPENCODE ->
                            world.run(cli, List.of("session", "list", "--format", "json")).stdout();
                    case KIMI -> world.run(cli, List.of("session", "list", "--json")).stdout();
                    case QWEN -> world.run(cli, List.of("sessions", "list", "--json")).stdout();
                };
        assertThat(list).as("%s", cli).contains(last.to().nativeId());
    }

    /// Every file of the sources, as it was when they were made.
    private static Map<Path, String> files() throws IOException {
        var files = new HashMap<Path, String>();
        try (var walk = Files.walk(world.directory.resolve("home"))) {
            for (var file : walk.filter(Files::isRegularFile).toList()) {
                var place = file.toString();
                var isSession =
                        place.endsWith(".jsonl")
                                && new ArrayList<>(sources.values())
                                        .stream()
                                                .map(key -> key.nativeId().replace("session_", ""))
                                                .anyMatch(id -> place.contains(id.substring(0, 8)));
                if (isSession) {
                    files.put(file, Hash.sha256(Files.readString(file)));
                }
            }
        }
        return files;
    }
}
