package dev.parley.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

class EventJsonTest {
    /// An event and its JSON, without the fields all have in common.
    private record Written(Event event, String json) {
        @Override
        public String toString() {
            return json;
        }
    }

    /// Every type, with the optional fields of the design and without them.
    private static List<Written> events() {
        return List.of(
                written(
                        new Event.SessionStarted(
                                "/home/dev", "m", "1.2", List.of("Read", "Bash"), "main"),
                        """
                        {"type":"session.start","session":{"cwd":"/home/dev","model":"m","version":"1.2","tools":["Read","Bash"],"gitBranch":"main"}}
                        """),
                written(
                        Event.SessionStarted.in("/home/dev", "m"),
                        """
                        {"type":"session.start","session":{"cwd":"/home/dev","model":"m"}}
                        """),
                written(
                        Event.SessionStarted.in(null, null),
                        """
                        {"type":"session.start","session":{}}
                        """),
                written(
                        new Event.SessionEnded(EndReason.OUTPUT_LIMIT, null),
                        """
                        {"type":"session.end","session":{"reason":"output_limit"}}
                        """),
                written(
                        new Event.SessionEnded(EndReason.COMPLETED, 0),
                        """
                        {"type":"session.end","session":{"reason":"completed","exitCode":0}}
                        """),
                written(
                        new Event.SessionChanged("m2", "plan", "A title"),
                        """
                        {"type":"session.update","session":{"model":"m2","permission":"plan","title":"A title"}}
                        """),
                written(
                        new Event.SessionChanged(null, null, null),
                        """
                        {"type":"session.update","session":{}}
                        """),
                written(
                        new Event.TurnQueued("t2", "then this"),
                        """
                        {"type":"turn.queued","turn":{"turnId":"t2","content":"then this"}}
                        """),
                written(
                        new Event.TurnStarted("t1", TurnOrigin.PROMPT),
                        """
                        {"type":"turn.start","turn":{"turnId":"t1","origin":"prompt"}}
                        """),
                written(
                        new Event.TurnEnded("t1", EndReason.INTERRUPTED),
                        """
                        {"type":"turn.end","turn":{"turnId":"t1","reason":"interrupted"}}
                        """),
                written(
                        new Event.UserSaid("hi\n\"there\" ü \uD83D\uDC4B", "m1"),
                        """
                        {"type":"message.user","message":{"role":"user","content":"hi\\n\\"there\\" ü \uD83D\uDC4B","messageId":"m1"}}
                        """),
                written(
                        new Event.UserSaid("", null),
                        """
                        {"type":"message.user","message":{"role":"user","content":""}}
                        """),
                written(
                        new Event.AssistantSaid("done", "m2"),
                        """
                        {"type":"message.assistant","message":{"role":"assistant","content":"done","messageId":"m2"}}
                        """),
                written(
                        new Event.AssistantSaid("done", null),
                        """
                        {"type":"message.assistant","message":{"role":"assistant","content":"done"}}
                        """),
                written(
                        new Event.AssistantStreamed("do", "m2"),
                        """
                        {"type":"message.delta","message":{"role":"assistant","content":"do","messageId":"m2","isDelta":true}}
                        """),
                written(
                        Event.Thought.whole("hm"),
                        """
                        {"type":"thinking","message":{"role":"assistant","content":"hm"}}
                        """),
                written(
                        new Event.Thought("hm", true, "m3"),
                        """
                        {"type":"thinking","message":{"role":"assistant","content":"hm","isDelta":true,"messageId":"m3"}}
                        """),
                written(
                        new Event.ToolCalled(
                                "c1", "Read", Json.object().put("path", "/x").put("limit", 5)),
                        """
                        {"type":"tool.call","tool":{"callId":"c1","name":"Read","arguments":{"path":"/x","limit":5}}}
                        """),
                written(
                        new Event.ToolCalled("c1", "Now", Json.object().putNull("zone")),
                        """
                        {"type":"tool.call","tool":{"callId":"c1","name":"Now","arguments":{"zone":null}}}
                        """),
                written(
                        new Event.ToolReturned("c1", "Bash", "no", true, 127),
                        """
                        {"type":"tool.result","tool":{"callId":"c1","name":"Bash","output":"no","isError":true,"exitCode":127}}
                        """),
                written(
                        new Event.ToolReturned("c1", null, "", false, null),
                        """
                        {"type":"tool.result","tool":{"callId":"c1","output":"","isError":false}}
                        """),
                written(
                        new Event.TokensUsed(new Usage(10, 5, 8L, 2L, 0.25)),
                        """
                        {"type":"token.usage","tokens":{"inputTokens":10,"outputTokens":5,"cachedTokens":8,"reasoningTokens":2,"totalCost":0.25}}
                        """),
                written(
                        new Event.TokensUsed(Usage.of(10_000_000_000L, 0)),
                        """
                        {"type":"token.usage","tokens":{"inputTokens":10000000000,"outputTokens":0}}
                        """),
                written(
                        Event.Failed.fatal("broke", "exit_1"),
                        """
                        {"type":"error","error":{"message":"broke","code":"exit_1","recoverable":false}}
                        """),
                written(
                        new Event.Failed("slow", null, true),
                        """
                        {"type":"error","error":{"message":"slow","recoverable":true}}
                        """),
                written(
                        new Event.ApprovalRequested(
                                "r1",
                                "Bash",
                                "run ls",
                                Json.object().put("command", "ls"),
                                List.of("allow", "deny")),
                        """
                        {"type":"approval.request","approval":{"requestId":"r1","toolName":"Bash","description":"run ls","input":{"command":"ls"},"options":["allow","deny"]}}
                        """),
                written(
                        new Event.ApprovalRequested("r1", "Bash", "run ls", null, List.of()),
                        """
                        {"type":"approval.request","approval":{"requestId":"r1","toolName":"Bash","description":"run ls"}}
                        """),
                written(
                        new Event.ApprovalAnswered("r1", "Bash", false, "person"),
                        """
                        {"type":"approval.response","approval":{"requestId":"r1","toolName":"Bash","approved":false,"by":"person"}}
                        """),
                written(
                        new Event.ApprovalAnswered("r1", "Bash", false, "person", "not today"),
                        """
                        {"type":"approval.response","approval":{"requestId":"r1","toolName":"Bash","approved":false,"by":"person","reason":"not today"}}
                        """),
                written(
                        new Event.Unrecognized("{\"type\":\"new\"}", "message type new"),
                        """
                        {"type":"unrecognized","line":{"text":"{\\"type\\":\\"new\\"}","reason":"message type new"}}
                        """));
    }

    private static Written written(Event event, String json) {
        return new Written(event, json.strip());
    }

    private static Envelope envelope(Event event) {
        return new Envelope(Instant.EPOCH, "claude", "s1", 3, event, "the line");
    }

    @Test
    void everyTypeOfEventIsInThisTest() {
        assertEquals(
                EventSchemaTest.events().collect(Collectors.toSet()),
                events().stream()
                        .map(written -> written.event().getClass())
                        .collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @MethodSource("events")
    void looksLikeTheDesign(Written written) {
        var json = EventJson.write(envelope(written.event()), EventJson.Raw.LEFT_OUT);
        json.remove(List.of("timestamp", "provider", "sessionId", "sequenceNumber"));
        assertEquals(written.json(), Json.write(json));
    }

    @ParameterizedTest
    @MethodSource("events")
    void survivesJsonAndBack(Written written) {
        var envelope = envelope(written.event());
        var text = Json.write(EventJson.write(envelope, EventJson.Raw.INCLUDED));
        assertEquals(envelope, EventJson.read(Json.parse(text).orElseThrow()));
    }

    @Test
    void theCommonFieldsComeFirstAndTheProvidersLineOnlyWhenAskedFor() {
        var event = Event.Failed.warning("slow", "retry");
        var payload = "\"error\":{\"message\":\"slow\",\"code\":\"retry\",\"recoverable\":true}";
        var common =
                "{\"type\":\"error\",\"timestamp\":\"1970-01-01T00:00:00Z\",\"provider\":\"claude\",";
        assertEquals(
                common + "\"sessionId\":\"s1\",\"sequenceNumber\":3," + payload + "}",
                Json.write(EventJson.write(envelope(event), EventJson.Raw.LEFT_OUT)));
        assertEquals(
                common
                        + "\"sessionId\":\"s1\",\"sequenceNumber\":3,"
                        + payload
                        + ",\"raw\":\"the line\"}",
                Json.write(EventJson.write(envelope(event), EventJson.Raw.INCLUDED)));
    }

    @Test
    void aSessionWithoutANameYetAndALineThatIsNotThereAreLeftOut() {
        var envelope =
                new Envelope(Instant.EPOCH, "claude", null, 0, Event.Thought.whole("hm"), null);
        var json = EventJson.write(envelope, EventJson.Raw.INCLUDED);
        assertEquals(
                List.of("type", "timestamp", "provider", "sequenceNumber", "message"),
                List.copyOf(json.propertyNames()));
        assertEquals(envelope, EventJson.read(json));
    }

    @Test
    void aTypeNobodyKnowsIsRefused() {
        var json =
                Json.object().put("type", "session.pause").put("timestamp", "1970-01-01T00:00:00Z");
        assertThrows(IllegalArgumentException.class, () -> EventJson.read(json));
        assertThrows(IllegalArgumentException.class, () -> EventJson.read(Json.object()));
    }

    @Test
    void reasonsToEndHaveNamesOfTheirOwn() {
        assertEquals(
                List.of("completed", "error", "interrupted", "timeout", "output_limit"),
                Arrays.stream(EndReason.values()).map(EndReason::wireName).toList());
        for (var reason : EndReason.values()) {
            assertEquals(reason, Json.read(Json.tree(reason.wireName()), EndReason.class));
        }
        var bored =
                Json.parse(
                        "{'type':'session.end','session':{'reason':'bored'}}".replace('\'', '"'));
        assertThrows(
                IllegalArgumentException.class, () -> EventJson.readEvent(bored.orElseThrow()));
    }
}
