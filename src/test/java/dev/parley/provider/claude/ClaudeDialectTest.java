package dev.parley.provider.claude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.testing.LiveDialectCase;
import dev.parley.testing.LiveTranscript;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// The live dialect against recordings of the real CLI, and against lines nobody would expect.
class ClaudeDialectTest extends LiveDialectCase {
    static List<LiveTranscript> transcripts() {
        return LiveTranscript.of("claude");
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void speaksAsRecorded(LiveTranscript recorded) {
        var replayed = recorded.replayWith(ClaudeDialectTest::numbered);
        if (recorded.isUpdating()) {
            replayed.save();
        } else {
            assertEquals(recorded.text(), replayed.text());
        }
    }

    /// The recordings have these names for their prompts.
    private static ClaudeDialect numbered() {
        var count = new AtomicInteger();
        return new ClaudeDialect(
                () -> UUID.nameUUIDFromBytes(("c1/t" + count.incrementAndGet()).getBytes(UTF_8)));
    }

    @Test
    void neverNamesTwoPromptsAlike() {
        var one = new ClaudeDialect();
        var two = new ClaudeDialect();
        assertThat(prompted(one)).isNotEqualTo(prompted(two));
    }

    @Test
    void aPictureWithoutWordsBringsNoEmptyText() {
        var prompt = new Action.Prompt("t1", "", List.of(new Action.Image("image/png", "AAAA")));
        assertThat(ClaudeLine.prompt(prompt, "u1")).contains("AAAA").doesNotContain("\"text\"");
    }

    private static List<String> prompted(ClaudeDialect dialect) {
        dialect.open();
        dialect.hear(answerTo("parley-1"));
        var how = Opening.in(Path.of("/repo"));
        dialect.join(
                "c1",
                new Opening(
                        how.cwd(),
                        Optional.of("s1"),
                        how.model(),
                        how.system(),
                        how.directories(),
                        how.settings()));
        return dialect.say("c1", Action.Prompt.of("t1", "hello")).lines();
    }

    static Stream<String> lines() {
        return Stream.of(
                "",
                "   ",
                "null",
                "true",
                "7",
                "\"text\"",
                "[]",
                "{}",
                "{",
                "not json at all",
                "{\"type\":",
                "\u0000\ufffd\ud83d",
                "x".repeat(3_000_000),
                "[".repeat(100_000),
                "{\"type\":\"system\"}",
                "{\"type\":\"system\",\"subtype\":7,\"session_id\":{}}",
                "{\"type\":\"assistant\"}",
                "{\"type\":\"assistant\",\"message\":[]}",
                "{\"type\":\"assistant\",\"message\":{\"content\":\"text\"}}",
                "{\"type\":\"assistant\",\"message\":{\"content\":[1,null,{\"type\":\"tool_use\"}]}}",
                "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"content\":7}]}}",
                "{\"type\":\"stream_event\",\"event\":{\"delta\":{\"type\":\"text_delta\"}}}",
                "{\"type\":\"stream_event\"}",
                "{\"type\":\"command_lifecycle\"}",
                "{\"type\":\"control_cancel_request\"}",
                "{\"type\":\"control_request\"}",
                "{\"type\":\"control_request\",\"request_id\":\"r\",\"request\":{\"subtype\":\"can_use_tool\"}}",
                "{\"type\":\"control_request\",\"request_id\":\"r\",\"request\":{\"subtype\":\"mcp_message\",\"message\":1}}",
                "{\"type\":\"control_request\",\"request_id\":\"r\",\"request\":{\"subtype\":\"elicitation\"}}",
                "{\"type\":\"control_response\"}",
                "{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":\"parley-99\"}}",
                "{\"type\":\"control_response\",\"response\":[]}",
                "{\"type\":\"result\"}",
                "{\"type\":\"result\",\"usage\":[],\"errors\":{},\"is_error\":\"yes\"}",
                "{\"type\":\"something_new\",\"session_id\":\"s1\"}",
                "{\"id\":null}");
    }

    @Test
    void keepsWhatItDoesNotKnow() {
        var line = "{\"type\":\"something_new\"}";
        assertEquals(
                LiveStep.emit("c1", new Event.Unrecognized(line, "message type something_new")),
                inTurn().hear(line));
    }

    private static final String FORM =
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            nullValues = "none",
            value = {
                "ALLOW | {\"city\":\"Bern\"} | {\"action\":\"accept\",\"content\":{\"city\":\"Bern\"}}",
                "ALLOW | none | {\"action\":\"accept\",\"content\":{}}",
                "DENY | none | {\"action\":\"decline\"}"
            })
    void aFormOfAnMcpServerIsAQuestionThatTakesValues(
            Action.Decision decision, String values, String answer) {
        var dialect = inTurn();
        assertEquals(
                LiveStep.emit(
                        "c1",
                        new Event.ApprovalRequested(
                                "r1",
                                "mcp__asker",
                                "Which city?",
                                json("{\"requestedSchema\":" + FORM + "}"),
                                List.of("allow", "deny"))),
                dialect.hear(elicitation("\"mode\":\"form\",\"requested_schema\":" + FORM)));
        var input = values == null ? null : json(values);
        assertEquals(
                List.of(answerTo("r1", answer)),
                dialect.say("c1", new Action.Decide("r1", decision, null, input)).lines());
    }

    @Test
    void anAddressOfAnMcpServerIsShownAndTakesNoValues() {
        var dialect = inTurn();
        assertEquals(
                LiveStep.emit(
                        "c1",
                        new Event.ApprovalRequested(
                                "r1",
                                "mcp__asker",
                                "Which city?",
                                json("{\"url\":\"https://example.org/login\"}"),
                                List.of("allow", "deny"))),
                dialect.hear(
                        elicitation("\"mode\":\"url\",\"url\":\"https://example.org/login\"")));
        assertEquals(
                List.of(answerTo("r1", "{\"action\":\"accept\"}")),
                dialect.say("c1", new Action.Decide("r1", Action.Decision.ALLOW, null, null))
                        .lines());
    }

    private static String elicitation(String fields) {
        return "{\"type\":\"control_request\",\"request_id\":\"r1\",\"request\":{\"subtype\":\"elicitation\","
                + "\"mcp_server_name\":\"asker\",\"message\":\"Which city?\","
                + fields
                + "}}";
    }

    private static String answerTo(String id, String answer) {
        return "{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":\""
                + id
                + "\",\"response\":"
                + answer
                + "}}";
    }

    private static JsonNode json(String text) {
        return Json.parse(text).orElseThrow();
    }

    @Override
    protected ClaudeDialect inTurn() {
        var dialect = new ClaudeDialect();
        dialect.open();
        dialect.join("c1", Opening.in(Path.of("/repo")));
        dialect.hear(answerTo("parley-1"));
        dialect.hear(answerTo("parley-2"));
        dialect.hear("{\"type\":\"system\",\"subtype\":\"status\",\"session_id\":\"s1\"}");
        dialect.say("c1", Action.Prompt.of("t1", "hello"));
        dialect.hear("{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"s1\"}");
        return dialect;
    }

    private static String answerTo(String request) {
        return "{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":\""
                + request
                + "\"}}";
    }
}
