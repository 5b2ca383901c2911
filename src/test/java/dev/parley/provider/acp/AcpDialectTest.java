package dev.parley.provider.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.TurnOrigin;
import dev.parley.provider.AcpOptions;
import dev.parley.provider.LiveTools;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveStep;
import dev.parley.wire.OfferedTools;
import dev.parley.wire.Opening;
import dev.parley.wire.ToolDefinition;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What no recording shows: agents that talk nonsense, and callers that ask at the wrong time.
class AcpDialectTest {
    private static final String HELLO =
            """
            {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentInfo":{"name":"stub"},\
            "agentCapabilities":{"loadSession":true}}}\
            """;
    private static final String NEW =
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"s\"}}";

    private final AcpDialect dialect =
            new AcpDialect(AcpOptions.NONE, Map.of("auto", "bypass"), false, LiveTools.UNKNOWN);

    private static Opening opening() {
        return Opening.in(Path.of("/repo"));
    }

    private static Opening resuming(String session) {
        return new Opening(
                Path.of("/repo"),
                Optional.of(session),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Map.of());
    }

    private void ready() {
        dialect.open();
        dialect.hear(HELLO);
        dialect.join("c", opening());
        dialect.hear(NEW);
    }

    private void running() {
        ready();
        dialect.say("c", Action.Prompt.of("t", "hello"));
    }

    private static String update(String update) {
        return """
        {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":%s}}\
        """
                .formatted(update);
    }

    private static List<Event> events(LiveStep step) {
        return step.happenings().stream()
                .filter(Happening.Said.class::isInstance)
                .map(happening -> ((Happening.Said) happening).event())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "what?",
                "[]",
                "{}",
                "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":{\"code\":1,\"message\":\"m\"}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"other\"}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"no/such\",\"params\":[1]}"
            })
    void whatBelongsToNobodyIsUnclaimed(String line) {
        running();
        assertThat(dialect.hear(line).happenings())
                .singleElement()
                .isInstanceOf(Happening.Unclaimed.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true | [{\"type\":\"http\",\"name\":\"parley\",\"url\":\"http://127.0.0.1:1/mcp\",\"headers\":[{\"name\":\"Authorization\",\"value\":\"Bearer k\"}]}]",
                "false | []"
            })
    void toolsAreOfferedByTheirServerWhereTheAgentTakesOne(boolean takesHttp, String servers) {
        dialect.open();
        dialect.hear(
                """
                {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentCapabilities":{"mcpCapabilities":{"http":%s}}}}
                """
                        .formatted(takesHttp));
        var server =
                new OfferedTools.Server(
                        URI.create("http://127.0.0.1:1/mcp"), Map.of("Authorization", "Bearer k"));
        var tool =
                new ToolDefinition(
                        "lookup", "Finds it.", Json.object(), ToolDefinition.Effect.READS);
        var offered = new OfferedTools("parley", List.of(tool), Optional.of(server));
        assertThat(dialect.join("c", opening().offering(offered)).lines())
                .singleElement()
                .asString()
                .contains("\"session/new\"", "\"mcpServers\":" + servers + "}");
    }

    @Test
    void anEmptyLineIsNothing() {
        assertEquals(LiveStep.NOTHING, dialect.hear("  "));
    }

    @Test
    void anUpdateNobodyKnowsIsShownAsItIs() {
        running();
        var line = update("{\"sessionUpdate\":\"dance\",\"steps\":3}");
        assertEquals(
                LiveStep.emit("c", new Event.Unrecognized(line, "session update dance")),
                dialect.hear(line));
    }

    @Test
    void everyQuestionIsAnsweredEvenIfNobodyIsThere() {
        running();
        assertEquals(
                List.of(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32601,\"message\":\"Parley has no method terminal/create.\"}}"),
                dialect.hear("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"terminal/create\"}")
                        .lines());
        assertEquals(
                List.of(
                        "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"outcome\":{\"outcome\":\"cancelled\"}}}"),
                dialect.hear(
                                "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"session/request_permission\",\"params\":{\"sessionId\":\"x\"}}")
                        .lines());
    }

    @Test
    void anAnswerThatComesTwiceEndsTheTurnOnce() {
        running();
        var answer = "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"stopReason\":\"end_turn\"}}";
        assertEquals(
                LiveStep.emit("c", new Event.TurnEnded("t", EndReason.COMPLETED)),
                dialect.hear(answer));
        assertThat(dialect.hear(answer).happenings())
                .singleElement()
                .isInstanceOf(Happening.Unclaimed.class);
    }

    @Test
    void aNewerProtocolIsRefused() {
        dialect.open();
        dialect.join("c", opening());
        assertEquals(
                LiveStep.report(
                        new Happening.Refused(
                                "c",
                                Happening.Refusal.FAILED,
                                "The agent speaks version 2 of ACP, Parley version 1.")),
                dialect.hear("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":2}}"));
        assertThat(dialect.join("d", opening()).happenings())
                .singleElement()
                .isInstanceOf(Happening.Refused.class);
    }

    @Test
    void aSessionWithoutAnIdIsRefused() {
        dialect.open();
        dialect.hear(HELLO);
        dialect.join("c", opening());
        assertThat(dialect.hear("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}").happenings())
                .containsExactly(
                        new Happening.Refused(
                                "c",
                                Happening.Refusal.FAILED,
                                "stub began a session without an id."));
    }

    @Test
    void oneSessionIsNotOpenTwice() {
        ready();
        assertEquals(
                LiveStep.report(
                        new Happening.Refused(
                                "d",
                                Happening.Refusal.IN_USE,
                                "Another conversation has the session s open.")),
                dialect.join("d", resuming("s")));
        assertThat(dialect.hear(update("{\"sessionUpdate\":\"plan\"}")))
                .isEqualTo(LiveStep.NOTHING);
    }

    @Test
    void anAgentThatCannotResumeSaysSo() {
        dialect.open();
        dialect.hear("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}");
        assertThat(dialect.join("c", resuming("s")).happenings())
                .containsExactly(
                        new Happening.Refused(
                                "c",
                                Happening.Refusal.FAILED,
                                "The agent cannot go on with an earlier session."));
    }

    @Test
    void aConversationThatIsThereCannotBeJoinedAgain() {
        ready();
        assertThrows(IllegalStateException.class, () -> dialect.join("c", opening()));
    }

    @Test
    void aPictureForAnAgentThatTakesNoneIsAClearFailure() {
        ready();
        var prompt = new Action.Prompt("t", "look", List.of(new Action.Image("image/png", "AAAA")));
        assertEquals(
                LiveStep.emit(
                        "c",
                        new Event.TurnStarted("t", TurnOrigin.PROMPT),
                        Event.Failed.fatal(
                                "stub takes no images. Send the prompt without.",
                                "images_unsupported"),
                        new Event.TurnEnded("t", EndReason.ERROR)),
                dialect.say("c", prompt));
    }

    @Test
    void theSystemPromptStandsAboveTheFirstPromptOfANewSession() {
        dialect.open();
        dialect.hear(HELLO);
        dialect.join(
                "c",
                new Opening(
                        Path.of("/repo"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("Be kind."),
                        List.of(),
                        Map.of()));
        dialect.hear(NEW);
        assertThat(dialect.say("c", Action.Prompt.of("t1", "hello")).lines().getFirst())
                .contains("\"text\":\"Be kind.\\n\\nhello\"");
        dialect.hear("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"stopReason\":\"end_turn\"}}");
        assertThat(dialect.say("c", Action.Prompt.of("t2", "again")).lines().getFirst())
                .contains("\"text\":\"again\"");
    }

    @Test
    void whatCannotBeDoneIsAWarning() {
        running();
        assertThat(events(dialect.say("c", Action.Steer.of("faster"))))
                .containsExactly(
                        Event.Failed.warning(
                                "stub takes no further word into a running turn.",
                                "steer_unsupported"));
        var late = new Action.Decide("t-a7", Action.Decision.ALLOW, null, null);
        assertThat(events(dialect.say("c", late))).singleElement().isInstanceOf(Event.Failed.class);
        assertThat(events(dialect.say("nobody", new Action.Interrupt())))
                .containsExactly(
                        Event.Failed.warning("This conversation is over.", "conversation_over"));
    }

    @Test
    void anOptionThatHoldsLongerThanOnceIsNotChosen() {
        running();
        dialect.hear(
                """
                {"jsonrpc":"2.0","id":0,"method":"session/request_permission","params":{"sessionId":"s",\
                "toolCall":{"toolCallId":"1","title":"rm"},"options":[{"optionId":"always","kind":"allow_always"}]}}\
                """);
        var step =
                dialect.say(
                        "c",
                        new Action.Decide("t-a1", Action.Decision.ALLOW_FOR_SESSION, null, null));
        assertEquals(List.of(), step.lines());
        assertThat(events(step))
                .containsExactly(
                        Event.Failed.warning(
                                "The agent offers nothing that would hold only once. Deny it.",
                                "approval_impossible"));
        assertEquals(
                List.of(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"outcome\":{\"outcome\":\"cancelled\"}}}"),
                dialect.say("c", new Action.Decide("t-a1", Action.Decision.DENY, null, null))
                        .lines());
    }

    @Test
    void aModeTheAgentChangesByItselfIsTold() {
        ready();
        assertEquals(
                LiveStep.emit("c", new Event.SessionChanged(null, "bypass", null)),
                dialect.hear(
                        update(
                                "{\"sessionUpdate\":\"current_mode_update\",\"currentModeId\":\"auto\"}")));
    }

    @Test
    void anInterruptBeforeTheSessionIsThereEndsWhatWaits() {
        dialect.open();
        dialect.join("c", opening());
        assertEquals(LiveStep.NOTHING, dialect.say("c", Action.Prompt.of("t", "hello")));
        assertEquals(
                LiveStep.emit(
                        "c",
                        new Event.TurnStarted("t", TurnOrigin.PROMPT),
                        new Event.TurnEnded("t", EndReason.INTERRUPTED)),
                dialect.say("c", new Action.Interrupt()));
        dialect.hear(HELLO);
        assertEquals(
                LiveStep.report(new Happening.Joined("c", "s", null))
                        .and(
                                LiveStep.emit(
                                        "c",
                                        new Event.SessionStarted(
                                                "/repo", null, null, List.of(), null))),
                dialect.hear(NEW));
    }

    @Test
    void whoLeavesInTheMiddleOfATurnEndsIt() {
        running();
        var step = dialect.leave("c");
        assertEquals(
                List.of(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{\"sessionId\":\"s\"}}"),
                step.lines());
        assertEquals(List.of(new Event.TurnEnded("t", EndReason.INTERRUPTED)), events(step));
        assertEquals(LiveStep.NOTHING, dialect.leave("c"));
    }

    @Test
    void anAgentThatEndsBeforeItSaysHelloRefusesWithItsLastWords() {
        dialect.open();
        dialect.join("c", opening());
        assertEquals(
                LiveStep.report(
                        new Happening.Refused(
                                "c", Happening.Refusal.FAILED, "node: command not found")),
                dialect.end(new Ending(127, "node: command not found\n")));
    }
}
