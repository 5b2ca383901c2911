package dev.parley.provider.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.provider.AcpOptions;
import dev.parley.provider.LiveTools;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveStep;
import dev.parley.wire.OfferedTools;
import dev.parley.wire.Opening;
import dev.parley.wire.ToolDefinition;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tools of Parley in an agent that calls them by a server: which calls and questions are about
/// them, and which only look so.
class AcpHostToolsTest {
    private static final String OURS = "mcp__parley__create_ticket";
    private static final OfferedTools TOOLS =
            new OfferedTools(
                    "parley",
                    List.of(
                            new ToolDefinition(
                                    "create_ticket",
                                    "Proposes.",
                                    Json.object(),
                                    ToolDefinition.Effect.WRITES)),
                    Optional.of(
                            new OfferedTools.Server(
                                    URI.create("http://127.0.0.1:1/tools"),
                                    Map.of("Authorization", "Bearer k"))));

    private static LiveTools tools(boolean asks, boolean late) {
        return new LiveTools(
                List.of(),
                Map.of(),
                Map.of(),
                null,
                "mcp__parley__{tool}",
                null,
                asks,
                late,
                false);
    }

    private static AcpDialect joined(LiveTools how, OfferedTools offered) {
        var dialect = new AcpDialect(AcpOptions.NONE, Map.of(), false, how);
        dialect.open();
        dialect.hear(
                """
                {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,
                "agentCapabilities":{"mcpCapabilities":{"http":true}}}}\
                """);
        dialect.join("c", Opening.in(Path.of("/repo")).offering(offered));
        dialect.hear("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"s\"}}");
        return dialect;
    }

    private static AcpDialect running(LiveTools how, OfferedTools offered) {
        var dialect = joined(how, offered);
        dialect.say("c", Action.Prompt.of("t", "hello"));
        return dialect;
    }

    private static String call(String id, String title, String status) {
        return """
        {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":\
        {"sessionUpdate":"tool_call","toolCallId":"%s","title":"%s","status":"%s"}}}\
        """
                .formatted(id, title, status);
    }

    private static String question(String id, String title) {
        return """
        {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s",\
        "options":[{"optionId":"approve_always","name":"A","kind":"allow_always"},\
        {"optionId":"approve_once","name":"O","kind":"allow_once"}],\
        "toolCall":{"toolCallId":"%s","title":"%s"}}}\
        """
                .formatted(id, title);
    }

    private static List<Event> events(LiveStep step) {
        return step.happenings().stream()
                .filter(Happening.Said.class::isInstance)
                .map(happening -> ((Happening.Said) happening).event())
                .toList();
    }

    private static JsonNode arguments(String title) {
        return Json.object().put("title", title);
    }

    @Test
    void aQuestionAboutAToolOfOursIsAnsweredAndNobodyIsAsked() {
        var dialect = running(tools(true, false), TOOLS);
        dialect.hear(call("1", OURS, "pending"));

        var step = dialect.hear(question("1", OURS));

        assertThat(step.lines()).singleElement().asString().contains("approve_once");
        assertThat(step.happenings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "mcp__parley__create_ticket2, mcp__parley__create_ticket2", // another tool
        "mcp__parley__delete_all, mcp__parley__delete_all", // not offered
        "mcp__parley2__create_ticket, mcp__parley2__create_ticket", // another server
        "create_ticket, create_ticket", // a tool of its own
        "Bash, mcp__parley__create_ticket", // the call is of another tool
        "mcp__parley__create_ticket, Running: rm -rf /" // the question is about something else
    })
    void whatOnlyLooksLikeOneOfOursIsForAPerson(String called, String asked) {
        var dialect = running(tools(true, false), TOOLS);
        dialect.hear(call("1", called, "pending"));

        var step = dialect.hear(question("1", asked));

        assertThat(step.lines()).isEmpty();
        assertThat(events(step)).anyMatch(Event.ApprovalRequested.class::isInstance);
    }

    @Test
    void withoutAServerOfOursNothingIsOurs() {
        var unreachable =
                new OfferedTools(TOOLS.namespace(), TOOLS.definitions(), Optional.empty());
        for (var dialect :
                List.of(
                        running(tools(true, false), unreachable),
                        running(tools(true, false), OfferedTools.NONE),
                        running(tools(false, false), TOOLS))) {
            dialect.hear(call("1", OURS, "pending"));
            assertThat(events(dialect.hear(question("1", OURS))))
                    .anyMatch(Event.ApprovalRequested.class::isInstance);
        }
    }

    @Test
    void aCallHasTheArgumentsItArrivedWithWhicheverIsToldFirst() {
        var dialect = running(tools(false, false), TOOLS);

        assertThat(events(dialect.hear(call("1", OURS, "in_progress")))).isEmpty();
        var first = dialect.say("c", new Action.ToolReached("create_ticket", arguments("one")));
        assertThat(events(first))
                .containsExactly(new Event.ToolCalled("1", "create_ticket", arguments("one")));

        var second = dialect.say("c", new Action.ToolReached("create_ticket", arguments("two")));
        assertThat(events(second)).isEmpty();
        assertThat(events(dialect.hear(call("2", OURS, "in_progress"))))
                .containsExactly(new Event.ToolCalled("2", "create_ticket", arguments("two")));
    }

    @Test
    void aCallThatNeverArrivedIsToldWithItsEnd() {
        var dialect = running(tools(false, false), TOOLS);
        dialect.hear(call("1", OURS, "in_progress"));

        var events = events(dialect.hear(call("1", OURS, "failed")));

        assertThat(events).hasSize(2);
        assertThat(((Event.ToolCalled) events.getFirst()).name()).isEqualTo("create_ticket");
        assertThat(((Event.ToolReturned) events.getLast()).isError()).isTrue();
    }

    @Test
    void theArgumentsOfAnEarlierTurnAreNotThoseOfTheNext() {
        var dialect = running(tools(false, false), TOOLS);
        dialect.say("c", new Action.ToolReached("create_ticket", arguments("old")));
        dialect.hear("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"stopReason\":\"end_turn\"}}");
        dialect.say("c", Action.Prompt.of("t2", "next"));

        assertThat(events(dialect.hear(call("1", OURS, "in_progress")))).isEmpty();
    }

    @Test
    void aPromptWaitsForToolsThatComeLate() {
        var dialect = joined(tools(false, true), TOOLS);

        assertEquals(LiveStep.NOTHING, dialect.say("c", Action.Prompt.of("t", "hello")));
        assertThat(dialect.say("c", new Action.ToolsKnown()).lines())
                .singleElement()
                .asString()
                .contains("session/prompt");
    }

    @Test
    void aPromptDoesNotWaitWhereThereIsNothingToWaitFor() {
        assertThat(
                        joined(tools(false, true), OfferedTools.NONE)
                                .say("c", Action.Prompt.of("t", "hello"))
                                .lines())
                .isNotEmpty();
    }

    @Test
    void aPromptThatWaitsForToolsCanBeInterrupted() {
        var dialect = joined(tools(false, true), TOOLS);
        dialect.say("c", Action.Prompt.of("t", "hello"));

        assertThat(events(dialect.say("c", new Action.Interrupt())))
                .contains(new Event.TurnEnded("t", EndReason.INTERRUPTED));
        assertThat(dialect.say("c", new Action.ToolsKnown()).lines()).isEmpty();
    }
}
