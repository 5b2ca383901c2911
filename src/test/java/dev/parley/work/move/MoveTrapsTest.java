package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.portable.Piece;
import dev.parley.portable.Translation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// What the CLIs do not forgive, each as it was seen with the real one.
class MoveTrapsTest {
    private static final Duration LATELY = Duration.ofHours(1);

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

    private static List<JsonNode> lines(Move move) throws IOException {
        var place = Path.of(move.place());
        var file = Files.isDirectory(place) ? place.resolve("agents/main/wire.jsonl") : place;
        return Files.readAllLines(file).stream()
                .map(line -> Json.parseObject(line).orElseThrow())
                .toList();
    }

    private static String text(Move move) throws IOException {
        var place = Path.of(move.place());
        return Files.readString(
                Files.isDirectory(place) ? place.resolve("agents/main/wire.jsonl") : place);
    }

    /// A conversation of Claude Code, one line after the other.
    private SessionKey claude(String... lines) throws IOException {
        var text = new StringBuilder();
        var parent = "null";
        for (var at = 0; at < lines.length; at++) {
            text.append(
                    "{\"uuid\":\"u%d\",\"parentUuid\":%s,\"sessionId\":\"%s\",\"timestamp\":\"2026-10-03T09:15:%02dZ\",\"cwd\":%s,%s}\n"
                            .formatted(
                                    at,
                                    parent,
                                    MoveStage.ID,
                                    at,
                                    Json.write(stage.project.toString()),
                                    lines[at]));
            parent = "\"u" + at + "\"";
        }
        stage.write(".claude/projects/x/" + MoveStage.ID + ".jsonl", text.toString());
        return new SessionKey("claude", MoveStage.ID);
    }

    private static String user(String content) {
        return "\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":" + content + "}";
    }

    private static String assistant(String message, String blocks) {
        return "\"type\":\"assistant\",\"message\":{\"id\":\"%s\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[%s]}"
                .formatted(message, blocks);
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "gemini", "kimi", "qwen"})
    void theLastLineEnds(String target) throws Exception {
        var move = stage.move(stage.install("claude"), target);
        assertThat(text(move)).endsWith("}\n").doesNotContain("\n\n");
    }

    @Test
    void claudeSeesAFileOfTodayWithLinesOfThen() throws Exception {
        var move = stage.move(stage.install("codex"), "claude");
        assertThat(Files.getLastModifiedTime(Path.of(move.place())).toInstant())
                .isAfter(Instant.now().minus(LATELY));
        var said = lines(move).stream().filter(line -> line.has("message")).toList();
        assertThat(said)
                .allSatisfy(line -> {
                    assertThat(line.path("timestamp").asString()).startsWith("2026-10-03");
                    assertThat(line.path("uuid").asString()).isNotEmpty();
                    assertThat(line.has("parentUuid")).isTrue();
                });
        var replies =
                said.stream()
                        .filter(line -> line.path("type").asString().equals("assistant"))
                        .map(line -> line.path("message").path("id").asString())
                        .toList();
        // Five replies; the second turn's first has a text and two calls.
        assertThat(new HashSet<>(replies)).hasSize(5);
        assertThat(replies).hasSize(8);
    }

    @Test
    void claudeFindsALongPathUnderItsHash() throws Exception {
        var deep =
                Files.createDirectories(
                        stage.project.resolve("d".repeat(100) + "/" + "e".repeat(120)));
        var move =
                stage.move(
                        stage.install("codex"), new MoveRequest("claude", null, null, null, deep));
        var folder = Path.of(move.place()).getParent().getFileName().toString();
        assertThat(folder).matches("[A-Za-z0-9-]{200}-[0-9a-z]+");
    }

    @Test
    void geminiKeepsWhatIsOldAndSendsResultsOnce() throws Exception {
        var move = stage.move(stage.install("claude"), "gemini");
        var lines = lines(move);
        assertThat(Instant.parse(lines.getFirst().path("lastUpdated").asString()))
                .isAfter(Instant.now().minus(LATELY));
        assertThat(lines.get(1).path("content").path(0).path("text").asString())
                .startsWith("<session_context>");
        assertThat(lines).noneMatch(line -> line.has("toolCalls"));
        assertThat(text(move)).contains("functionCall").contains("functionResponse");
        assertThat(move.notes()).contains("sessionRetention");
    }

    @Test
    void geminiDoesNotTakeAPromptForACommand() throws Exception {
        var move =
                stage.move(
                        claude(
                                user("\"/help me with this\""),
                                assistant("m1", "{\"type\":\"text\",\"text\":\"yes\"}"),
                                user("\"?? why\"")),
                        "gemini");
        assertThat(text(move)).contains(" ?? why").contains("/help me");
        assertThat(lines(move).get(4).path("content").path(0).path("text").asString())
                .startsWith(" ");
    }

    @Test
    void geminiGetsAFolderThatIsNobodyElses() throws Exception {
        stage.write(".gemini/tmp/my-proj/.project_root", "/somewhere/else/my-proj");
        var move = stage.move(stage.install("claude"), "gemini");
        assertThat(move.place()).contains("/tmp/my-proj-1/chats/session-");
        assertThat(stage.home.resolve(".gemini/tmp/my-proj-1/.project_root"))
                .hasContent(stage.project.toString());
        assertThat(stage.home.resolve(".gemini/tmp/my-proj/.project_root"))
                .hasContent("/somewhere/else/my-proj");
    }

    /// Its app server resumes no thread without a model provider, and none of another one.
    @Test
    void codexIsToldItsOwnProviderAndNoModel() throws Exception {
        Files.createDirectories(stage.home.resolve(".codex"));
        Files.writeString(
                stage.home.resolve(".codex/config.toml"),
                "model_provider = \"mine\" # chosen\n[other]\nmodel_provider = \"no\"\n");
        var move = stage.move(stage.install("kimi"), "codex");
        var lines = lines(move);
        assertThat(lines.getFirst().at("/payload/model_provider").asString()).isEqualTo("mine");
        assertThat(text(move))
                .doesNotContain("turn_context")
                .doesNotContain("encrypted_content")
                .doesNotContain("NTHINK");
        for (var at = 0; at < lines.size(); at++) {
            assertThat(lines.get(at).path("ordinal").asInt()).isEqualTo(at);
            assertThat(lines.get(at).path("timestamp").asString()).isNotEmpty();
        }
        assertThat(Path.of(move.place()).getFileName().toString())
                .matches("rollout-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-[0-9a-f-]{36}\\.jsonl");
        assertThat(stage.home.resolve(".codex/session_index.jsonl"))
                .content()
                .contains(move.to().nativeId())
                .endsWith("\n");
    }

    @Test
    void kimiIsToldNoProfile() throws Exception {
        var move = stage.move(stage.install("claude"), "kimi");
        assertThat(text(move))
                .doesNotContain("profile.bind")
                .doesNotContain("config.update")
                .contains("step.begin");
        assertThat(move.notes()).contains("-m MODEL");
        assertThat(Path.of(move.place(), "state.json")).exists();
    }

    @Test
    void openCodeMustKnowItsModel() throws Exception {
        var from = stage.install("claude");
        assertThatThrownBy(() -> stage.move(from, "opencode"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("model");
        // The one that it is set to will do; that it is not installed here is another matter.
        stage.write(".config/opencode/opencode.json", "{\"model\":\"acme/large-1\"}");
        var lines = new ArrayList<String>();
        stage.mover().preview(from.toString(), MoveRequest.to("opencode"), lines::add);
        var document = Json.parseObject(String.join("\n", lines)).orElseThrow();
        assertThat(
                        document.path("messages")
                                .path(0)
                                .path("info")
                                .path("model")
                                .path("modelID")
                                .asString())
                .isEqualTo("large-1");
        assertThatThrownBy(() -> stage.move(from, "opencode"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("not found");
        assertThat(stage.ledger.list()).isEmpty();
        assertThat(stage.data.resolve("moves")).isEmptyDirectory();
    }

    @Test
    void whatOnlyItsOwnApiTakesStaysBehind() throws Exception {
        var from =
                claude(
                        user("\"hi\""),
                        assistant(
                                "m1",
                                "{\"type\":\"thinking\",\"thinking\":\"secret thought\",\"signature\":\"SIGNED\"}"),
                        assistant("m1", "{\"type\":\"redacted_thinking\",\"data\":\"REDACTED\"}"),
                        assistant("m1", "{\"type\":\"text\",\"text\":\"hello\"}"));
        for (var target : List.of("claude", "codex", "gemini")) {
            assertThat(text(stage.move(from, target)))
                    .doesNotContain("SIGNED")
                    .doesNotContain("REDACTED")
                    .doesNotContain("secret thought")
                    .contains("hello");
        }
        for (var target : List.of("kimi", "qwen")) {
            assertThat(text(stage.move(from, target)))
                    .doesNotContain("SIGNED")
                    .contains("secret thought");
        }
    }

    @Test
    void everyCallHasItsResultAndANameThatApisTake() throws Exception {
        var from =
                claude(
                        user("\"go\""),
                        assistant(
                                "m1",
                                "{\"type\":\"tool_use\",\"id\":\"weird id/1\",\"name\":\"my tool.v1/x\",\"input\":{\"a\":1}}"),
                        user("\"and?\""));
        for (var target : List.of("claude", "codex", "gemini", "kimi", "qwen")) {
            var call =
                    stage.pieces(stage.move(from, target).to()).stream()
                            .filter(Piece.Step.class::isInstance)
                            .flatMap(piece -> ((Piece.Step) piece).calls().stream())
                            .findFirst()
                            .orElseThrow();
            assertThat(call.name()).isEqualTo("my_tool_v1_x");
            assertThat(call.id()).matches("[A-Za-z0-9_-]{1,64}");
            assertThat(call.arguments().path("a").asInt()).isEqualTo(1);
            assertThat(call.result().text()).contains("no result");
        }
    }

    @Test
    void aLongResultIsCutAndSaysSo() throws Exception {
        var from =
                claude(
                        user("\"go\""),
                        assistant(
                                "m1",
                                "{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"Bash\",\"input\":{\"command\":\"x\"}}"),
                        user(
                                "[{\"type\":\"tool_result\",\"tool_use_id\":\"c1\",\"content\":\"BEGIN"
                                        + "😀".repeat(100_000)
                                        + "END\"}]"),
                        assistant("m2", "{\"type\":\"text\",\"text\":\"done\"}"));
        var call =
                ((Piece.Step) stage.pieces(stage.move(from, "codex").to()).get(1))
                        .calls()
                        .getFirst();
        assertThat(call.result().text())
                .startsWith("BEGIN")
                .endsWith("END")
                .contains("characters were left out")
                .hasSizeLessThan(Translation.LONGEST_RESULT + 100)
                .doesNotContain("\ufffd");
    }

    @Test
    void itSaysWhereItCameFromAndAMoveOnSaysItOnce() throws Exception {
        var first = stage.move(stage.install("claude"), "codex");
        assertThat(text(first)).contains("<parley-moved>").contains("claude:" + MoveStage.ID);
        var second = stage.move(first.to(), "qwen");
        assertThat(text(second)).containsOnlyOnce("<parley-moved>").contains(first.to().toString());
        stage.pieces(second.to());
        var entry = stage.history.view().find(second.to()).orElseThrow();
        assertThat(entry.summary().name()).startsWith("Ported session");
    }

    @Test
    void turnsCanBeChosen() throws Exception {
        var from = stage.install("claude");
        var last = stage.move(from, new MoveRequest("codex", null, 3, null, null));
        assertThat(last.turns()).isEqualTo(1);
        assertThat(text(last)).contains("Turns 1 to 2 are left out").doesNotContain("NU2");
        var fork = stage.move(from, new MoveRequest("claude", null, null, 1, null));
        assertThat(text(fork))
                .contains("NU1")
                .doesNotContain("NU2")
                .contains("It ends with turn 1 of 3");
        assertThatThrownBy(() -> stage.move(from, new MoveRequest("codex", null, 4, null, null)))
                .hasMessageContaining("has 3 turns");
        assertThatThrownBy(() -> stage.move(from, new MoveRequest("codex", null, 0, null, null)))
                .isInstanceOf(Problem.class);
    }

    @Test
    void afterACompactionItGoesOnFromTheSummary() throws Exception {
        var from =
                claude(
                        user("\"OLD question\""),
                        assistant("m1", "{\"type\":\"text\",\"text\":\"OLD answer\"}"),
                        "\"type\":\"system\",\"subtype\":\"compact_boundary\"",
                        "\"isCompactSummary\":true," + user("\"SUMMARY of it\""),
                        user("\"NEW question\""),
                        assistant("m2", "{\"type\":\"text\",\"text\":\"NEW answer\"}"));
        var move = stage.move(from, "qwen");
        assertThat(text(move))
                .contains("SUMMARY of it")
                .contains("NEW question")
                .doesNotContain("OLD answer");
        assertThat(move.notes()).contains("summary");
        // Who wants everything says so.
        var all = stage.move(from, new MoveRequest("qwen", null, 1, null, null));
        assertThat(text(all)).contains("OLD question").doesNotContain("SUMMARY of it");
    }

    @Test
    void onlyTheBranchThatWouldBeResumedIsBrought() throws Exception {
        var move =
                stage.move(
                        fork(
                                "{\"type\":\"text\",\"text\":\"TAKEN\"}",
                                "{\"type\":\"text\",\"text\":\"LEFT\"}"),
                        "codex");
        assertThat(text(move)).contains("TAKEN").doesNotContain("LEFT");
    }

    /// Two answers to one prompt, the second of which was gone on from.
    private SessionKey fork(String taken, String left) throws IOException {
        var line =
                "{\"uuid\":\"%s\",\"parentUuid\":%s,\"timestamp\":\"2026-10-03T09:15:00Z\",\"cwd\":%s,%s}\n";
        var cwd = Json.write(stage.project.toString());
        stage.write(
                ".claude/projects/x/" + MoveStage.ID + ".jsonl",
                line.formatted("a", "null", cwd, user("\"question\""))
                        + line.formatted("b", "\"a\"", cwd, assistant("m1", left))
                        + line.formatted("c", "\"a\"", cwd, assistant("m2", taken)));
        return new SessionKey("claude", MoveStage.ID);
    }
}
