package dev.parley.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.provider.acp.AcpDialect;
import dev.parley.provider.codex.CodexDialect;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.Opening;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/// Turns in which much is begun and nothing is ended: what a dialect keeps of them has a bound.
class UnendingTurnTest {
    private static final String MEGABYTE = "x".repeat(1024 * 1024);

    /// What is told of a turn with sixty-four such lines, before it ends.
    private static List<Event> told(LiveDialect dialect, IntFunction<String> line) {
        var events = new ArrayList<Event>();
        for (var at = 0; at < 64; at++) {
            for (var happening : dialect.hear(line.apply(at)).happenings()) {
                if (happening instanceof Happening.Said(_, var event)) {
                    events.add(event);
                }
            }
        }
        return events;
    }

    private static LiveDialect codex() {
        var dialect = new CodexDialect();
        dialect.open();
        dialect.join("c1", Opening.in(Path.of("/repo")));
        dialect.hear("{\"id\":1,\"result\":{}}");
        dialect.hear("{\"id\":2,\"result\":{\"thread\":{\"id\":\"th\"}}}");
        dialect.say("c1", Action.Prompt.of("t1", "hello"));
        dialect.hear("{\"id\":3,\"result\":{\"turn\":{\"id\":\"tu\"}}}");
        return dialect;
    }

    private static LiveDialect acp() {
        var dialect = new AcpDialect(AcpOptions.NONE, Map.of(), false, LiveTools.UNKNOWN);
        dialect.open();
        dialect.join("c1", Opening.in(Path.of("/repo")));
        dialect.hear("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}");
        dialect.hear("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"s\"}}");
        dialect.say("c1", Action.Prompt.of("t1", "hello"));
        return dialect;
    }

    private static String update(String body) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"update\":{"
                + body
                + "}}}";
    }

    @Test
    void itemsOfCodexThatNeverComplete() {
        var events =
                told(
                        codex(),
                        at ->
                                "{\"method\":\"item/started\",\"params\":{\"threadId\":\"th\",\"turnId\":\"tu\",\"item\":{\"type\":\"commandExecution\",\"id\":\"i"
                                        + at
                                        + "\",\"command\":\""
                                        + MEGABYTE
                                        + "\"}}}");
        assertThat(events.stream().filter(Event.ToolCalled.class::isInstance)).hasSize(64);
        assertThat(events.stream().filter(Event.ToolReturned.class::isInstance)).hasSize(49);
    }

    @Test
    void callsOfAnAcpAgentThatNeverReturn() {
        var events =
                told(
                        acp(),
                        at ->
                                update(
                                        "\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"c"
                                                + at
                                                + "\",\"status\":\"in_progress\",\"rawInput\":{\"a\":\""
                                                + MEGABYTE
                                                + "\"}"));
        assertThat(events.stream().filter(Event.ToolCalled.class::isInstance)).hasSize(64);
        assertThat(events.stream().filter(Event.ToolReturned.class::isInstance)).hasSize(49);
    }

    @Test
    void aMessageOfAnAcpAgentThatNeverEnds() {
        var events =
                told(
                        acp(),
                        _ ->
                                update(
                                        "\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\""
                                                + MEGABYTE
                                                + "\"}"));
        assertThat(events.stream().filter(Event.AssistantStreamed.class::isInstance)).hasSize(64);
        assertThat(
                        events.stream()
                                .filter(Event.AssistantSaid.class::isInstance)
                                .map(said -> ((Event.AssistantSaid) said).content().length()))
                .hasSize(12)
                .allMatch(length -> length == 5 * 1024 * 1024);
    }
}
