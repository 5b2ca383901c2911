package dev.parley.work.move;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.event.SessionKey;
import dev.parley.portable.Piece;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// An editor's session of Gemini CLI, as it is after a turn was stopped (seen with 0.61.0): the
/// list is written anew without that turn, and calls have moved from the message that gathered them
/// into the replies.
class GeminiStoppedTurnTest {
    @TempDir private Path directory;

    @Test
    void callsStayInTheReplyThatMadeThem() throws Exception {
        try (var stage = new MoveStage(directory)) {
            stage.write(
                    ".gemini/tmp/my-proj/chats/session-2026-11-18T20-36-960a7d38.jsonl",
                    """
                    {"sessionId":"960a7d38-815b-4e64-b069-12b51df9304c","projectHash":"x","startTime":"2026-11-18T20:36:00.659Z","lastUpdated":"2026-11-18T20:36:00.659Z","kind":"main"}
                    {"id":"u1","timestamp":"2026-11-18T20:36:02.736Z","type":"user","content":[{"text":"FIRST"}]}
                    {"id":"a1","timestamp":"2026-11-18T20:36:03.987Z","type":"gemini","content":"ANSWER-A","thoughts":[]}
                    {"id":"c1","timestamp":"2026-11-18T20:36:04.897Z","type":"gemini","content":"","toolCalls":[{"id":"call_1","name":"run_shell_command","args":{"command":"echo x"},"result":[{"functionResponse":{"id":"call_1","name":"run_shell_command","response":{"output":"x"}}}],"status":"success"}]}
                    {"id":"r1","timestamp":"2026-11-18T20:36:04.898Z","type":"user","content":[{"functionResponse":{"id":"call_1","name":"run_shell_command","response":{"output":"x"}}}]}
                    {"id":"a2","timestamp":"2026-11-18T20:36:05.353Z","type":"gemini","content":"ANSWER-B","thoughts":[]}
                    {"id":"u2","timestamp":"2026-11-18T20:36:08.455Z","type":"user","content":[{"text":"STOPPED"}]}
                    {"$set":{"messages":[{"id":"u1","timestamp":"2026-11-18T20:36:02.736Z","type":"user","content":[{"text":"FIRST"}]},{"id":"a1","timestamp":"2026-11-18T20:36:03.987Z","type":"gemini","content":[{"text":"ANSWER-A"},{"functionCall":{"id":"call_1","name":"run_shell_command","args":{"command":"echo x"}}}]},{"id":"r1","timestamp":"2026-11-18T20:36:04.898Z","type":"user","content":[{"functionResponse":{"id":"call_1","name":"run_shell_command","response":{"output":"x"}}}]},{"id":"a2","timestamp":"2026-11-18T20:36:05.353Z","type":"gemini","content":[{"text":"ANSWER-B"}]}]}}
                    """);
            Files.writeString(
                    stage.home.resolve(".gemini/tmp/my-proj/.project_root"),
                    stage.project.toString());
            var pieces =
                    stage.pieces(new SessionKey("gemini", "960a7d38-815b-4e64-b069-12b51df9304c"));
            assertEquals(
                    List.of("FIRST", "ANSWER-A [echo x → x]", "ANSWER-B []"),
                    pieces.stream().map(GeminiStoppedTurnTest::told).toList());
        }
    }

    private static String told(Piece piece) {
        return switch (piece) {
            case Piece.Prompt prompt -> prompt.text();
            case Piece.Summary summary -> summary.text();
            case Piece.Step step ->
                    step.text()
                            + " "
                            + step.calls().stream()
                                    .map(call ->
                                            call.arguments().path("command").asString()
                                                    + " → "
                                                    + call.result().text())
                                    .toList();
        };
    }
}
