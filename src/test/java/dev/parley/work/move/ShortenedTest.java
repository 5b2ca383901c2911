package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.MoveRequest;
import dev.parley.event.SessionKey;
import dev.parley.portable.Piece;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// A conversation that its CLI made shorter goes on elsewhere with what the CLI itself goes on
/// with: the summary, and what that CLI keeps beside it. The lines are as the real CLIs wrote them;
/// `RealMovesTest` compares with what those send.
class ShortenedTest {
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

    private void add(String pattern, String lines) throws IOException {
        try (var files = Files.walk(stage.home)) {
            var file =
                    files.filter(Files::isRegularFile)
                            .filter(path -> path.toString().contains(pattern))
                            .findFirst()
                            .orElseThrow();
            Files.writeString(
                    file,
                    lines.replace("<project>", stage.project.toString())
                            .replace("<id>", MoveStage.ID),
                    StandardOpenOption.APPEND);
        }
    }

    /// What the target has, by the first words of each piece.
    private List<String> brought(SessionKey from, String to) throws Exception {
        var move = stage.move(from, to);
        assertThat(move.notes()).contains("summary");
        return stage.pieces(move.to()).stream()
                .map(piece ->
                        switch (piece) {
                            case Piece.Prompt prompt -> prompt.text();
                            case Piece.Step step -> step.text();
                            case Piece.Summary summary -> "summary " + summary.text();
                        })
                .map(text -> text.split(" ")[0])
                .toList();
    }

    @Test
    void claudeCodeKeepsTheMessagesThatItNames() throws Exception {
        var from = stage.install("claude");
        add(
                "/.claude/projects/",
                """
                {"type":"system","subtype":"compact_boundary","uuid":"b1","parentUuid":null,"logicalParentUuid":"275cd2a4-64fa-4654-a64f-4f54ba190390","sessionId":"<id>","timestamp":"2026-10-03T09:18:00.000Z","cwd":"<project>","content":"Conversation compacted","compactMetadata":{"trigger":"manual","preservedMessages":{"anchorUuid":"s1","uuids":["1a73bb99-6563-464e-8349-b07ed32b7bae","a93a375f-1b08-41a6-a8c3-c7633352e071","275cd2a4-64fa-4654-a64f-4f54ba190390"]}}}
                {"type":"user","uuid":"s1","parentUuid":"b1","isCompactSummary":true,"sessionId":"<id>","timestamp":"2026-10-03T09:18:00.000Z","cwd":"<project>","message":{"role":"user","content":"SUMMARY of it"}}
                {"type":"user","uuid":"p1","parentUuid":"s1","sessionId":"<id>","timestamp":"2026-10-03T09:18:01.000Z","cwd":"<project>","message":{"role":"user","content":"LATER"}}
                """);
        assertThat(brought(from, "codex"))
                .containsExactly("SUMMARY", "NA2b", "NU3", "NA3", "LATER");
    }

    @Test
    void codexKeepsWhatThePersonSaid() throws Exception {
        var from = stage.install("codex");
        add(
                "/.codex/sessions/",
                """
                {"timestamp":"2026-10-03T09:18:00.000Z","ordinal":32,"type":"compacted","payload":{"message":"SUMMARY of it","replacement_history":[]}}
                {"timestamp":"2026-10-03T09:18:01.000Z","ordinal":33,"type":"event_msg","payload":{"type":"item_completed","item":{"type":"UserMessage","id":"u9","content":[{"type":"text","text":"LATER"}]}}}
                {"timestamp":"2026-10-03T09:18:02.000Z","ordinal":34,"type":"event_msg","payload":{"type":"item_completed","item":{"type":"AgentMessage","id":"a9","content":[{"type":"Text","text":"NEW answer"}]}}}
                """);
        assertThat(brought(from, "claude"))
                .containsExactly("NU1", "NU2", "NU3", "SUMMARY", "LATER", "NEW");
    }

    @Test
    void kimiCodeKeepsWhatThePersonSaid() throws Exception {
        var from = stage.install("kimi");
        add(
                "/wire.jsonl",
                """
                {"type":"full_compaction.begin","source":"manual","time":1791019050000}
                {"type":"context.apply_compaction","summary":"SUMMARY of it","contextSummary":"PREFIX SUMMARY of it","compactedCount":9,"tokensBefore":9,"tokensAfter":5,"keptUserMessageCount":3,"time":1791019051000}
                {"type":"full_compaction.complete","time":1791019051001}
                {"type":"turn.prompt","input":[{"type":"text","text":"LATER"}],"origin":{"kind":"user"},"promptId":"p9","turnId":9,"time":1791019052000}
                """);
        assertThat(brought(from, "qwen")).containsExactly("NU1", "NU2", "NU3", "SUMMARY", "LATER");
    }

    /// It writes the last turns once more, and once more when the session is resumed.
    @Test
    void geminiCliKeepsTheLastTurns() throws Exception {
        var from = stage.install("gemini");
        var list =
                """
                {"$set":{"messages":[{"id":"c0","type":"user","content":[{"text":"<session_context>x</session_context>"}]},{"id":"c1","type":"user","content":[{"text":"<state_snapshot>SUMMARY of it</state_snapshot>"}]},{"id":"c2","type":"gemini","content":[{"text":"Got it. Thanks for the additional context!"}]},{"id":"c3","type":"user","content":[{"text":"NU3 thanks"}]},{"id":"c4","type":"gemini","content":[{"text":"NA3 You are welcome. ñ"}]}%s]}}
                """;
        add("/.gemini/tmp/my-proj/chats/", list.formatted(""));
        add(
                "/.gemini/tmp/my-proj/chats/",
                """
                {"id":"n1","timestamp":"2026-10-03T09:18:01.000Z","type":"user","content":[{"text":"LATER"}]}
                {"id":"n2","timestamp":"2026-10-03T09:18:02.000Z","type":"gemini","content":[{"text":"NEW answer"}]}
                """);
        var whole = List.of("<state_snapshot>SUMMARY", "NU3", "NA3", "LATER", "NEW");
        assertThat(brought(from, "claude")).isEqualTo(whole);
        add(
                "/.gemini/tmp/my-proj/chats/",
                list.formatted(
                        ",{\"id\":\"n1\",\"type\":\"user\",\"content\":[{\"text\":\"LATER\"}]},{\"id\":\"n2\",\"type\":\"gemini\",\"content\":[{\"text\":\"NEW answer\"}]}"));
        assertThat(brought(from, "codex")).isEqualTo(whole);
        assertThat(stage.pieces(from))
                .extracting(Object::toString)
                .noneMatch(one -> one.contains("Got it."));
        add("/.gemini/tmp/my-proj/chats/", "{\"$rewindTo\":\"n1\"}\n");
        assertThat(brought(from, "qwen")).isEqualTo(whole.subList(0, 3));
    }

    /// `/compress` leaves a summary, `/compress-fast` the conversation without old results.
    @Test
    void qwenCodeKeepsNothingOrAll() throws Exception {
        var from = stage.install("qwen");
        var line =
                """
                {"uuid":"%s","parentUuid":"%s","sessionId":"<id>","timestamp":"2026-10-03T09:18:00.000Z","type":"system","subtype":"chat_compression","cwd":"<project>","systemPayload":{"compressedHistory":[{"role":"user","parts":[{"text":"%s"}]},{"role":"model","parts":[{"text":"%s"}]}]}}
                """;
        add(
                "/.qwen/projects/",
                line.formatted(
                        "q1",
                        "9172551f-82ea-4b78-b0a4-ec06911b0465",
                        "NU1 Please list the files.",
                        "NA1a I will run ls."));
        var all = stage.move(from, "codex");
        assertThat(all.notes()).doesNotContain("summary");
        assertThat(all.turns()).isEqualTo(3);
        add(
                "/.qwen/projects/",
                line.formatted(
                        "q2", "q1", "SUMMARY of it", "Got it. Thanks for the additional context!"));
        assertThat(brought(from, "codex")).containsExactly("SUMMARY");
    }

    /// An agent is told to be shorter while its tools work: the call and its result stay together.
    @Test
    void aCallThatRunsMeanwhileGoesOnBehindTheSummary() throws Exception {
        var from = stage.install("qwen");
        add(
                "/.qwen/projects/",
                """
                {"uuid":"q1","parentUuid":"9172551f-82ea-4b78-b0a4-ec06911b0465","sessionId":"<id>","timestamp":"2026-10-03T09:18:00.000Z","type":"assistant","cwd":"<project>","message":{"role":"model","parts":[{"text":"CALLING"},{"functionCall":{"id":"c9","name":"run_shell_command","args":{"command":"sleep 9"}}}]}}
                {"uuid":"q2","parentUuid":"q1","sessionId":"<id>","timestamp":"2026-10-03T09:18:01.000Z","type":"system","subtype":"chat_compression","cwd":"<project>","systemPayload":{"compressedHistory":[{"role":"user","parts":[{"text":"SUMMARY of it"}]},{"role":"model","parts":[{"text":"Got it. Thanks for the additional context!"}]}]}}
                {"uuid":"q3","parentUuid":"q2","sessionId":"<id>","timestamp":"2026-10-03T09:18:02.000Z","type":"tool_result","cwd":"<project>","message":{"role":"user","parts":[{"functionResponse":{"id":"c9","name":"run_shell_command","response":{"output":"SLEPT"}}}]}}
                """);
        var move = stage.move(from, "claude");
        assertThat(stage.pieces(move.to()))
                .hasSize(2)
                .last()
                .isInstanceOfSatisfying(
                        Piece.Step.class,
                        step ->
                                assertThat(step.calls())
                                        .extracting(call -> call.result().text())
                                        .containsExactly("SLEPT"));
    }

    @Test
    void anExportedOneGoesOnTheSameWay() throws Exception {
        claudeCodeKeepsTheMessagesThatItNames();
        var carry =
                new CarrySession(
                        new MovableSessions(stage.history, stage.targets),
                        stage.targets,
                        stage.mover());
        var file = directory.resolve("talk.parley");
        try (var out = Files.newBufferedWriter(file)) {
            carry.export(
                    "claude:" + MoveStage.ID,
                    true,
                    line -> {
                        try {
                            out.write(line + "\n");
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    });
        }
        var move = carry.bring(file, MoveRequest.to("kimi"));
        assertThat(stage.pieces(move.to()))
                .extracting(Piece::getClass)
                .containsExactly(
                        Piece.Prompt.class,
                        Piece.Step.class,
                        Piece.Prompt.class,
                        Piece.Step.class,
                        Piece.Prompt.class);
    }
}
