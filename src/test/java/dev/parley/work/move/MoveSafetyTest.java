package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.api.Progress;
import dev.parley.api.UsageBy;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.history.usage.Prices;
import dev.parley.history.usage.Usages;
import dev.parley.provider.SessionWriters;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Nothing is lost and nothing is left, whatever happens in the middle of a move.
class MoveSafetyTest {
    @TempDir private Path directory;
    private MoveStage stage;

    @BeforeEach
    void open() throws IOException {
        stage = new MoveStage(directory);
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private UndoMove undo() {
        return new UndoMove(
                stage.targets, stage.ledger, new SessionWriters(stage.data.resolve("writers")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "gemini", "kimi", "qwen"})
    void whatWasMovedCanBeTakenBack(String target) throws Exception {
        var from = stage.install("codex");
        var move = stage.move(from, target);
        assertThat(stage.ledger.origins()).containsEntry(move.to(), from);

        undo().undo("");

        assertThat(Path.of(move.place())).doesNotExist();
        assertThat(stage.ledger.list()).isEmpty();
        assertThat(stage.pieces(from)).isNotEmpty();
        assertThatThrownBy(() -> undo().undo("")).hasMessageContaining("Nothing was moved");
    }

    @Test
    void whatWentOnStays() throws Exception {
        var move = stage.move(stage.install("claude"), "codex");
        Files.writeString(
                Path.of(move.place()),
                "{\"timestamp\":\"2026-11-01T00:00:00Z\",\"ordinal\":999,\"type\":\"event_msg\",\"payload\":{\"type\":\"item_completed\",\"item\":{\"type\":\"UserMessage\",\"id\":\"x\",\"content\":[{\"type\":\"text\",\"text\":\"more\"}]}}}\n",
                StandardOpenOption.APPEND);
        assertThatThrownBy(() -> undo().undo(move.to().nativeId()))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("went on");
        assertThat(Path.of(move.place())).exists();
        assertThat(stage.ledger.list()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "gemini", "kimi", "qwen"})
    void aFullDiskLeavesNothing(String target) throws Exception {
        var from = stage.install(target.equals("codex") ? "claude" : "codex");
        stage.history.refresh(Progress.SILENT);
        var before = stage.files();
        assertThatThrownBy(
                        () -> stage.mover(MoveSafetyTest::full).move(from, MoveRequest.to(target)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("disk is full");
        assertThat(stage.files()).isEqualTo(before);
        assertThat(stage.ledger.list()).isEmpty();
    }

    /// The list of a CLI cannot be written when the session is in its place already.
    @ParameterizedTest
    @ValueSource(strings = {"codex", "kimi"})
    void aListThatCannotBeWrittenLeavesNothing(String target) throws Exception {
        var from = stage.install("claude");
        stage.history.refresh(Progress.SILENT);
        var home = target.equals("codex") ? ".codex" : ".kimi-code";
        Files.createDirectories(stage.home.resolve(home + "/session_index.jsonl/not-a-list"));
        var before = stage.files();
        assertThatThrownBy(() -> stage.move(from, target)).isInstanceOf(Problem.class);
        assertThat(stage.files()).isEqualTo(before);
        assertThat(stage.ledger.list()).isEmpty();
    }

    private static OutputStream full(OutputStream file) {
        return new FilterOutputStream(file) {
            private int left = 300;

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                var fits = Math.min(left, count);
                out.write(bytes, from, fits);
                left -= fits;
                if (fits < count) {
                    throw new IOException("No space left on device");
                }
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "kimi"})
    void whatDoesNotReadAsItShouldIsNotPutInPlace(String target) throws Exception {
        var from = stage.install("codex");
        stage.history.refresh(Progress.SILENT);
        var before = stage.files();
        assertThatThrownBy(() ->
                        stage.mover(MoveSafetyTest::garbling).move(from, MoveRequest.to(target)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("does not read as");
        assertThat(stage.files()).isEqualTo(before);
    }

    private static OutputStream garbling(OutputStream file) {
        return new FilterOutputStream(file) {
            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                var text = new String(bytes, from, count, java.nio.charset.StandardCharsets.UTF_8);
                out.write(
                        text.replace("NU2", "XXX")
                                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
        };
    }

    /// The process is killed where it can do no more about it, between the writing and the
    /// renaming.
    @Test
    void whatAKilledParleyLeftIsTakenAway() throws Exception {
        var from = stage.install("codex");
        var before = stage.files();
        var child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                KilledMove.class.getName(),
                                directory.toString(),
                                from.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("child.log").toFile())
                        .start();
        assertThat(child.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(child.exitValue())
                .as(Files.readString(directory.resolve("child.log")))
                .isEqualTo(137);
        assertThat(stage.files()).isNotEqualTo(before);
        assertThat(Files.list(stage.data.resolve("moves"))).hasSize(1);

        stage.ledger.cleanUp(stage.targets::has);

        assertThat(stage.files().keySet()).allMatch(path -> !path.contains("parley"));
        assertThat(Files.list(stage.data.resolve("moves"))).isEmpty();
        assertThat(stage.move(from, "claude").turns()).isEqualTo(3);
    }

    /// Moves a session and kills itself before it is in its place.
    static final class KilledMove {
        public static void main(String[] arguments) throws Exception {
            var stage = new MoveStage(Path.of(arguments[0]));
            stage.history.refresh(Progress.SILENT);
            stage.mover(file ->
                            new FilterOutputStream(file) {
                                @Override
                                public void write(byte[] bytes, int from, int count)
                                        throws IOException {
                                    out.write(bytes, from, count);
                                    out.flush();
                                    try {
                                        new ProcessBuilder(
                                                        "kill",
                                                        "-9",
                                                        Long.toString(
                                                                ProcessHandle.current().pid()))
                                                .start()
                                                .waitFor();
                                        Thread.sleep(60_000);
                                    } catch (InterruptedException e) {
                                        throw new IOException(e);
                                    }
                                }
                            })
                    .move(SessionKey.parse(arguments[1]).orElseThrow(), MoveRequest.to("claude"));
        }
    }

    /// As it is when a Parley that was about to rename it, or had done so, is no more.
    private void halfDone(Move move) throws IOException {
        var file = stage.data.resolve("moves/" + move.id() + ".json");
        var half =
                Files.readString(file)
                        .replace("\"DONE\"", "\"PLACING\"")
                        .replaceFirst("\"ownerStart\" : \\d+", "\"ownerStart\" : 1");
        Files.writeString(file, half);
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "gemini", "kimi", "qwen"})
    void oneThatWasKilledBeforeTheRenamingIsNot(String target) throws Exception {
        var from = stage.install("codex");
        var move = stage.move(from, target);
        Files.move(Path.of(move.place()), Path.of(move.draft()));
        halfDone(move);
        stage.history.refresh(Progress.SILENT);
        assertThat(stage.history.view().find(move.to())).isEmpty();

        stage.ledger.cleanUp(stage.targets::has);

        assertThat(Path.of(move.place())).doesNotExist();
        assertThat(Path.of(move.draft())).doesNotExist();
        assertThat(Files.list(stage.data.resolve("moves"))).isEmpty();
        assertThat(stage.move(from, target).turns()).isEqualTo(3);
    }

    @Test
    void oneThatWasKilledBehindTheRenamingIsDone() throws Exception {
        var move = stage.move(stage.install("codex"), "claude");
        halfDone(move);
        assertThat(stage.ledger.list()).isEmpty();
        stage.ledger.cleanUp(stage.targets::has);
        assertThat(stage.ledger.list()).extracting(Move::to).containsExactly(move.to());
        assertThat(Path.of(move.place())).exists();
    }

    /// OpenCode takes sessions into its database itself.
    @Test
    void oneThatWasKilledBehindTheImportIsDone() throws Exception {
        new dev.parley.testing.StoredMachine(stage.home);
        stage.history.refresh(Progress.SILENT);
        var there =
                stage.history.view().sessions().stream()
                        .map(entry -> entry.key())
                        .filter(key -> key.provider().equals("opencode"))
                        .findFirst()
                        .orElseThrow();
        var move = stage.move(stage.install("codex"), "claude");
        for (var to : new String[] {there.nativeId(), "ses_none"}) {
            var half =
                    Files.readString(stage.data.resolve("moves/" + move.id() + ".json"))
                            .replace(move.id(), "half-" + to)
                            .replace(move.to().nativeId(), to)
                            .replace("\"claude\"", "\"opencode\"")
                            .replaceFirst("\"place\" : \"[^\"]*\"", "\"place\" : \"\"")
                            .replace("\"DONE\"", "\"PLACING\"")
                            .replaceFirst("\"ownerStart\" : \\d+", "\"ownerStart\" : 1");
            Files.writeString(stage.data.resolve("moves/half-" + to + ".json"), half);
        }
        stage.ledger.cleanUp(stage.targets::has);
        assertThat(stage.ledger.list())
                .extracting(Move::to)
                .containsExactlyInAnyOrder(move.to(), there);
        assertThat(Files.list(stage.data.resolve("moves"))).hasSize(2);
    }

    @Test
    void aLedgerFullOfNonsenseCostsOnlyItself() throws Exception {
        var move = stage.move(stage.install("codex"), "claude");
        Files.writeString(stage.data.resolve("moves/a.json"), "no json \u001b[2J");
        Files.writeString(stage.data.resolve("moves/b.json"), "{\"id\":17}");
        Files.writeString(stage.data.resolve("moves/c.json"), "[]");
        assertThat(stage.ledger.list()).extracting(Move::to).containsExactly(move.to());
        stage.ledger.cleanUp(stage.targets::has);
    }

    @Test
    void brokenLinesCostOnlyThemselves() throws Exception {
        var from = stage.install("qwen");
        var file =
                stage.home.resolve(
                        ".qwen/projects/"
                                + stage.project.toString().replaceAll("[^A-Za-z0-9]", "-")
                                + "/chats/"
                                + MoveStage.ID
                                + ".jsonl");
        var lines = Files.readAllLines(file);
        lines.add(3, "{\"broken\": ");
        lines.add(5, "\u0000\u001b]0;owned\u0007");
        Files.write(file, lines);
        assertThat(stage.move(from, "kimi").turns()).isEqualTo(3);
    }

    @Test
    void tokensCountOnce() throws Exception {
        new dev.parley.testing.StoredMachine(stage.home);
        stage.history.refresh(Progress.SILENT);
        var usages = new Usages(Prices.read(stage.home.resolve("none.json")), ZoneOffset.UTC);
        var before =
                Json.write(usages.report(stage.history.view(), UsageBy.PROVIDER, Optional.empty()));
        var wanted = new MoveRequest("codex", null, null, null, stage.project);
        for (var entry : stage.history.view().sessions()) {
            if (entry.summary().parent() == null && entry.summary().prompts() > 0) {
                try {
                    stage.mover().move(entry.key(), wanted);
                } catch (Problem _) {
                    // nothing on the branch that counts
                }
            }
        }
        stage.history.refresh(Progress.SILENT);
        assertThat(stage.ledger.list()).hasSizeGreaterThan(10);
        assertThat(
                        Json.write(
                                usages.report(
                                        stage.history.view(), UsageBy.PROVIDER, Optional.empty())))
                .isEqualTo(before);
    }

    /// 100 MB and 20,000 turns, with less memory than that.
    @Test
    void theLongestConversationIsNeverInMemory() throws Exception {
        var filler = "lorem ipsum ".repeat(400);
        var file = stage.home.resolve(".claude/projects/x/" + MoveStage.ID + ".jsonl");
        Files.createDirectories(file.getParent());
        var began = Instant.parse("2026-10-03T09:15:00Z");
        try (var out = Files.newBufferedWriter(file)) {
            for (var at = 0; at < 40_000; at++) {
                var isUser = at % 2 == 0;
                out.write(
                        "{\"uuid\":\"u%d\",\"parentUuid\":%s,\"timestamp\":\"%s\",\"cwd\":%s,\"type\":\"%s\",\"message\":{\"id\":\"m%d\",\"role\":\"%s\",\"content\":[{\"type\":\"text\",\"text\":\"%d %s\"}]}}\n"
                                .formatted(
                                        at,
                                        at == 0 ? "null" : "\"u" + (at - 1) + "\"",
                                        began.plusSeconds(at),
                                        Json.write(stage.project.toString()),
                                        isUser ? "user" : "assistant",
                                        at,
                                        isUser ? "user" : "assistant",
                                        at,
                                        isUser ? "" : filler));
            }
        }
        assertThat(Files.size(file)).isGreaterThan(95_000_000L);
        var child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Xmx80m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                HugeMove.class.getName(),
                                directory.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("child.log").toFile())
                        .start();
        assertThat(child.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(directory.resolve("child.log")))
                .contains(
                        HugeMove.TARGETS.stream()
                                .map("moved 20000 turns to %s"::formatted)
                                .toList());
    }

    /// Moves what is there to every CLI whose files Parley writes itself.
    static final class HugeMove {
        private static final List<String> TARGETS =
                List.of("codex", "claude", "gemini", "kimi", "qwen");

        public static void main(String[] arguments) throws Exception {
            try (var stage = new MoveStage(Path.of(arguments[0]))) {
                for (var target : TARGETS) {
                    var began = System.nanoTime();
                    var move = stage.move(new SessionKey("claude", MoveStage.ID), target);
                    System.out.println(
                            "moved %d turns to %s in %d ms"
                                    .formatted(
                                            move.turns(),
                                            target,
                                            (System.nanoTime() - began) / 1_000_000));
                    Files.delete(
                            Files.isDirectory(Path.of(move.place()))
                                    ? Path.of(move.place(), "agents/main/wire.jsonl")
                                    : Path.of(move.place()));
                }
            }
        }
    }
}
