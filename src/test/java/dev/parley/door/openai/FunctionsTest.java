package dev.parley.door.openai;

import static dev.parley.door.openai.FunctionAgent.CHAT;
import static dev.parley.door.openai.FunctionAgent.answered;
import static dev.parley.door.openai.FunctionAgent.callIds;
import static dev.parley.door.openai.FunctionAgent.chat;
import static dev.parley.door.openai.FunctionAgent.content;
import static dev.parley.door.openai.FunctionAgent.function;
import static dev.parley.door.openai.FunctionAgent.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Path;

/// Functions of a client in chats, with an agent that is a script.
class FunctionsTest {
    @TempDir Path directory;

    private FunctionAgent agent;

    @BeforeEach
    void start() throws IOException {
        agent = new FunctionAgent(directory);
    }

    @AfterEach
    void close() {
        agent.close();
    }

    private static ArrayNode messages(ObjectNode body) {
        return (ArrayNode) body.path("messages");
    }

    @Test
    void aCallEndsTheAnswerAndItsResultGoesOn() throws Exception {
        var asked = chat("make one call");
        var first = agent.post(CHAT, asked);
        assertEquals("I look.", content(first));
        assertEquals("tool_calls", first.at("/choices/0/finish_reason").asString());
        var call = first.at("/choices/0/message/tool_calls/0");
        assertEquals("function", call.path("type").asString());
        assertEquals("getWeather", call.at("/function/name").asString());
        assertEquals("{\"city\":\"Paris\"}", call.at("/function/arguments").asString());

        var second = agent.post(CHAT, answered(asked, first));
        assertEquals("It is [rain in Paris]", content(second));
        assertEquals("stop", second.at("/choices/0/finish_reason").asString());
        assertThat(agent.pids()).hasSize(1);
        agent.awaitEnds();
    }

    @Test
    void callsThatComeTogetherAreHandedOutTogether() throws Exception {
        var asked = chat("make two calls");
        var first = agent.post(CHAT, asked);
        assertThat(callIds(first)).hasSize(2).doesNotHaveDuplicates();
        var second = agent.post(CHAT, answered(asked, first));
        assertThat(content(second)).contains("[rain in Paris]", "[rain in Rome]");
    }

    @Test
    void oneAtATimeIfTheClientWantsThat() throws Exception {
        var asked = chat("make two calls").put("parallel_tool_calls", false);
        var first = agent.post(CHAT, asked);
        assertThat(callIds(first)).hasSize(1);
        var next = answered(asked, first);
        var second = agent.post(CHAT, next);
        assertThat(callIds(second)).hasSize(1).doesNotContainAnyElementsOf(callIds(first));
        var third = agent.post(CHAT, answered(next, second));
        assertThat(content(third)).contains("[rain in Paris]", "[rain in Rome]");
    }

    @Test
    void anAgentMayCallAgainAfterAResult() throws Exception {
        var asked = chat("call twice");
        var first = agent.post(CHAT, asked);
        assertThat(first.at("/choices/0/message/content").isNull()).isTrue();
        var next = answered(asked, first);
        var second = agent.post(CHAT, next);
        assertThat(callIds(second)).hasSize(1);
        assertThat(content(agent.post(CHAT, answered(next, second)))).contains("[rain in Rome]");
    }

    @Test
    void aCallWithoutAResultIsHandedOutAgain() throws Exception {
        var asked = chat("make two calls");
        var first = agent.post(CHAT, asked);
        var part = answered(asked, first);
        messages(part).remove(messages(part).size() - 1);
        var second = agent.post(CHAT, part);
        assertEquals(callIds(first).subList(1, 2), callIds(second));
        messages(part).add(second.at("/choices/0/message"));
        messages(part).add(result(callIds(second).getFirst(), "late rain"));
        // Which of the two is there first, nobody has said.
        var city = first.at("/choices/0/message/tool_calls/0/function/arguments").asString();
        assertThat(content(agent.post(CHAT, part)))
                .contains(
                        city.contains("Paris") ? "[rain in Paris]" : "[rain in Rome]",
                        "[late rain]");
    }

    @Test
    void aUserWhoGoesOnIsHeard() throws Exception {
        var asked = chat("make two calls");
        var first = agent.post(CHAT, asked);
        var next = answered(asked, first);
        messages(next).remove(messages(next).size() - 1);
        messages(next).addObject().put("role", "user").put("content", "hurry");
        assertThat(content(agent.post(CHAT, next)))
                .contains("rain in Paris", "The user adds: hurry", "no result");
    }

    @Test
    void aCallThatIsNotOpenIsToldAsHistory() throws Exception {
        var asked = chat("make one call");
        messages(asked)
                .add(
                        Json.parse(
                                        """
                                        {"role":"assistant","content":"Let me see.","tool_calls":[{"id":"call_x","type":"function",
                                         "function":{"name":"getWeather","arguments":"no json at all {"}}]}\
                                        """)
                                .orElseThrow());
        messages(asked).add(result("call_x", "snow"));
        assertEquals("I was told.", content(agent.post(CHAT, asked)));
        assertThat(agent.heard())
                .contains("Assistant: Let me see.")
                .contains("Assistant called getWeather (call_x): no json at all {")
                .contains("Result of getWeather (call_x): snow");
    }

    @Test
    void aClientThatChangesWhatWasSaidMeansAnotherConversation() throws Exception {
        var asked = chat("make one call");
        var first = agent.post(CHAT, asked);
        var next = answered(asked, first);
        ((ObjectNode) messages(next).get(0)).put("content", "make one call, please");
        assertEquals("I was told.", content(agent.post(CHAT, next)));
        assertThat(agent.pids()).hasSize(2);
        agent.awaitEnds();
    }

    @Test
    void otherFunctionsMeanAnotherConversation() throws Exception {
        var asked = chat("make one call");
        var first = agent.post(CHAT, asked);
        var next = answered(asked, first);
        ((ArrayNode) next.path("tools")).add(function("more"));
        assertEquals("I was told.", content(agent.post(CHAT, next)));
        agent.awaitEnds();
    }

    @Test
    void aRequestWithoutFunctionsGoesOnAndTakesNoMoreCalls() throws Exception {
        var asked = chat("call twice");
        var first = agent.post(CHAT, asked);
        var next = answered(asked, first);
        next.remove("tools");
        assertThat(content(agent.post(CHAT, next))).contains("No function may be called now.");
    }

    @Test
    void anotherCallIsAnsweredWhileAnAgentWaits() throws Exception {
        var asked = chat("make one call");
        var first = agent.post(CHAT, asked);
        assertEquals("hello", content(agent.post(CHAT, chat("a title, please"))));
        assertThat(content(agent.post(CHAT, answered(asked, first)))).contains("rain");
    }

    @Test
    void aClientThatDoesNotComeBackEndsTheTurn() throws Exception {
        agent.declare(acme -> acme.put("toolTimeoutSeconds", 1));
        var asked = chat("make one call");
        var first = agent.post(CHAT, asked);
        agent.awaitEnds();
        assertEquals("I was told.", content(agent.post(CHAT, answered(asked, first))));
    }

    @Test
    void aClientThatHangsUpEndsTheTurn() throws Exception {
        try (var socket = agent.server.dial(CHAT, Json.write(chat("dawdle").put("stream", true)))) {
            assertThat(socket.getInputStream().read()).isPositive();
        }
        agent.awaitEnds();
    }

    @Test
    void aNamedConversationKeepsItsSessionAndItsFunctions() throws Exception {
        var asked = chat("make one call").put("user", "ann");
        var first = agent.post(CHAT, asked);
        agent.post(CHAT, answered(asked, first));
        assertEquals("hello", content(agent.post(CHAT, chat("and now?").put("user", "ann"))));
        assertThat(agent.pids()).hasSize(1);
        // With other functions it is another session, which is told everything.
        var other = chat("and now?").put("user", "ann");
        ((ArrayNode) other.path("tools")).add(function("more"));
        assertEquals("hello", content(agent.post(CHAT, other)));
        assertThat(agent.pids()).hasSize(2);
    }

    @Test
    void aNamedConversationThatGoesAnotherWayDoesNotWaitForItself() throws Exception {
        var named = chat("hi").put("user", "ann");
        agent.post(CHAT, named);
        agent.post(CHAT, chat("make one call").put("user", "ann"));
        assertEquals("hello", content(agent.post(CHAT, chat("never mind").put("user", "ann"))));
    }
}
