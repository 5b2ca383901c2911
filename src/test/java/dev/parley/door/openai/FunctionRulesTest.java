package dev.parley.door.openai;

import static dev.parley.door.openai.FunctionAgent.CHAT;
import static dev.parley.door.openai.FunctionAgent.RESPONSES;
import static dev.parley.door.openai.FunctionAgent.answered;
import static dev.parley.door.openai.FunctionAgent.callIds;
import static dev.parley.door.openai.FunctionAgent.chat;
import static dev.parley.door.openai.FunctionAgent.content;
import static dev.parley.door.openai.FunctionAgent.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a client may ask for with its functions, and what it gets for nonsense.
class FunctionRulesTest {
    @TempDir Path directory;

    private FunctionAgent agent;

    private void start() throws IOException {
        agent = new FunctionAgent(directory);
    }

    @AfterEach
    void close() {
        if (agent != null) {
            agent.close();
        }
    }

    private static JsonNode json(String text) {
        return Json.parse(text).orElseThrow();
    }

    private static ArrayNode tools(ObjectNode body) {
        return (ArrayNode) body.path("tools");
    }

    @Test
    void aStreamHasTheCallInDeltas() throws Exception {
        start();
        var answer = agent.send(CHAT, chat("make two calls").put("stream", true)).body();
        var deltas =
                answer.lines()
                        .filter(line -> line.startsWith("data: {"))
                        .map(line -> json(line.substring(6)).at("/choices/0"))
                        .toList();
        assertEquals("I look.", deltas.get(1).at("/delta/content").asString());
        var head = deltas.get(2).at("/delta/tool_calls/0");
        assertEquals(0, head.path("index").asInt());
        assertThat(head.path("id").asString()).startsWith("call_");
        assertEquals("getWeather", head.at("/function/name").asString());
        assertEquals("", head.at("/function/arguments").asString());
        // The two arrive at once: which is the first one is not promised.
        var arguments = deltas.get(3).at("/delta/tool_calls/0");
        assertEquals(0, arguments.path("index").asInt());
        assertThat(arguments.at("/function/arguments").asString())
                .isIn("{\"city\":\"Paris\"}", "{\"city\":\"Rome\"}");
        assertEquals(1, deltas.get(4).at("/delta/tool_calls/0/index").asInt());
        assertThat(answer).contains("Paris").contains("Rome");
        assertEquals("tool_calls", deltas.getLast().path("finish_reason").asString());
        assertThat(answer).endsWith("data: [DONE]\n\n");
    }

    @Test
    void aResponseHasTheCallAsItems() throws Exception {
        start();
        var body = Json.object().put("model", "acme").put("input", "make one call");
        body.putArray("tools").addObject().put("type", "function").put("name", "getWeather");
        var answer = agent.send(RESPONSES, body.put("stream", true)).body();
        var events =
                answer.lines()
                        .filter(line -> line.startsWith("data: {"))
                        .map(line -> json(line.substring(6)))
                        .toList();
        assertThat(events.stream().map(event -> event.path("type").asString()))
                .containsExactly(
                        "response.created",
                        "response.in_progress",
                        "response.output_item.added",
                        "response.content_part.added",
                        "response.output_text.delta",
                        "response.output_text.done",
                        "response.content_part.done",
                        "response.output_item.done",
                        "response.output_item.added",
                        "response.function_call_arguments.delta",
                        "response.function_call_arguments.done",
                        "response.output_item.done",
                        "response.completed");
        assertThat(events.stream().map(event -> event.path("sequence_number").asInt()))
                .isSorted()
                .doesNotHaveDuplicates();
        var call = events.get(11).path("item");
        assertEquals("{\"city\":\"Paris\"}", call.path("arguments").asString());
        var response = events.getLast().path("response");
        assertEquals(call, response.at("/output/1"));

        var next = Json.object().put("model", "acme");
        next.put("previous_response_id", response.path("id").asString());
        next.set("tools", body.path("tools"));
        next.putArray("input")
                .addObject()
                .put("type", "function_call_output")
                .put("call_id", call.path("call_id").asString())
                .put("output", "rain");
        assertEquals(
                "It is [rain]",
                agent.post(RESPONSES, next).at("/output/0/content/0/text").asString());
        // It is answered, and so it is nothing to go on with.
        var late = agent.send(RESPONSES, next);
        assertEquals(400, late.statusCode(), late.body());
        assertThat(late.body()).contains("previous_response_not_found");
    }

    @Test
    void aFunctionThatTakesATextIsGivenOne() throws Exception {
        start();
        var body = Json.object().put("model", "acme").put("input", "odd call apply_patch");
        body.putArray("tools").addObject().put("type", "custom").put("name", "apply_patch");
        ((ArrayNode) body.path("tools")).addObject().put("type", "web_search");
        var answer = agent.post(RESPONSES, body);
        var call = answer.at("/output/0");
        assertEquals("custom_tool_call", call.path("type").asString());
        assertThat(call.path("input").isString()).isTrue();
        assertThat(answer.at("/parley/ignored").toString()).contains("web_search");
    }

    @Test
    void aKeyCannotAnswerTheCallsOfAnother() throws Exception {
        start();
        var ann =
                agent.server
                        .app()
                        .keys()
                        .add("ann", List.of("acme"), Optional.empty(), Optional.empty())
                        .secret();
        var bob =
                agent.server
                        .app()
                        .keys()
                        .add("bob", List.of("acme"), Optional.empty(), Optional.empty())
                        .secret();
        var asked = chat("make one call");
        var first = post(ann, asked);
        assertEquals("I was told.", content(post(bob, answered(asked, first))));
        assertEquals("I was told.", content(agent.post(CHAT, answered(asked, first))));
        assertEquals("It is [rain in Paris]", content(post(ann, answered(asked, first))));
    }

    private JsonNode post(String secret, ObjectNode body) throws Exception {
        var request =
                agent.server
                        .posting(CHAT, Json.write(body))
                        .setHeader("Authorization", "Bearer " + secret);
        return json(agent.server.send(request).body());
    }

    @Test
    void namesThatAreNoneForAToolComeBackAsTheyWere() throws Exception {
        start();
        var name = "mcp__a-server__" + "x".repeat(49);
        var body = chat("list");
        tools(body).add(function(name));
        tools(body).add(function("9lives"));
        agent.post(CHAT, body);
        var tool = agent.heard().replaceAll("(?s).*\"name\":\"(mcp__a-server__x[^\"]*)\".*", "$1");
        assertThat(tool).hasSizeLessThanOrEqualTo(40);
        assertThat(agent.heard()).containsPattern("\"name\":\"f_9lives_[0-9a-f]{8}\"");
        messagesOf(body, "odd call " + tool);
        var call = agent.post(CHAT, body).at("/choices/0/message/tool_calls/0");
        assertEquals(name, call.at("/function/name").asString());
        assertEquals("\"no object\"", call.at("/function/arguments").asString());
    }

    private static void messagesOf(ObjectNode body, String prompt) {
        ((ObjectNode) body.at("/messages/0")).put("content", prompt);
    }

    @Test
    void hostileFunctionsAreRefusedByTheirPlace() throws Exception {
        start();
        var many = chat("hi");
        for (var at = 0; at < 1000; at++) {
            tools(many).add(function("f" + at));
        }
        assertThat(agent.error(many).path("message").asString()).contains("256 are allowed");
        var twice = chat("hi");
        tools(twice).add(function("getWeather"));
        assertThat(agent.error(twice).path("message").asString()).contains("two functions");
        var long_ = chat("hi");
        tools(long_).add(function("x".repeat(10_000)));
        var error = agent.error(long_);
        assertEquals("tools[1].function.name", error.path("param").asString());
        assertThat(error.path("message").asString()).hasSizeLessThan(200);
        var schema = chat("hi");
        ((ObjectNode) schema.at("/tools/0/function")).put("parameters", "x");
        assertEquals("tools[0].function.parameters", agent.error(schema).path("param").asString());
        assertThat(agent.pids()).isEmpty();
    }

    @Test
    void aSchemaThatRefersToItselfIsPassedOn() throws Exception {
        start();
        var asked = chat("make one call");
        ((ObjectNode) asked.at("/tools/0/function"))
                .set(
                        "parameters",
                        json(
                                "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/a\"}}}"));
        var first = agent.post(CHAT, asked);
        assertThat(callIds(first)).hasSize(1);
    }

    @Test
    void noCallIsTakenIfNoneIsWanted() throws Exception {
        start();
        var answer = agent.post(CHAT, chat("make one call").put("tool_choice", "none"));
        assertThat(content(answer)).contains("No function may be called now");
        var other = chat("make one call");
        tools(other).add(function("other"));
        other.set("tool_choice", json("{\"type\":\"function\",\"function\":{\"name\":\"other\"}}"));
        var refused = agent.send(CHAT, other);
        assertEquals(500, refused.statusCode(), refused.body());
        assertThat(refused.body()).contains("called no function");
        assertThat(agent.heard()).contains("Only other may be called now.");
    }

    @Test
    void aCallThatMustBeMadeIsAskedForTwice() throws Exception {
        start();
        var answer = agent.send(CHAT, chat("hi").put("tool_choice", "required"));
        assertEquals(500, answer.statusCode(), answer.body());
        assertThat(answer.body()).contains("called no function");
        assertThat(agent.heard()).contains("You must call one of these functions now");
        assertThat(agent.pids()).hasSize(2);
        assertThat(callIds(agent.post(CHAT, chat("one call").put("tool_choice", "required"))))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"sometimes\" | Invalid value for 'tool_choice'.",
                "{\"type\":\"function\",\"function\":{\"name\":\"nobody\"}} | 'tool_choice' names a function that is not in 'tools'.",
                "{\"type\":\"web_search\"} | Unsupported parameter: 'tool_choice'"
            })
    void aChoiceThatMakesNoSenseIsRefused(String choice, String message) throws Exception {
        start();
        var body = chat("hi");
        body.set("tool_choice", json(choice));
        assertThat(agent.error(body).path("message").asString()).startsWith(message);
    }

    @Test
    void modelsJsonDecidesWhetherFunctionsAreTaken() throws Exception {
        start();
        agent.declare(acme -> acme.put("tools", "ignore"));
        var ignored = agent.send(CHAT, chat("make one call"));
        // This agent speaks in live sessions only, and a call without functions is a single turn.
        assertEquals(400, ignored.statusCode(), ignored.body());
        agent.declare(acme -> acme.put("driver", "stub").put("tools", "ignore"));
        var answer = agent.post(CHAT, chat("hi"));
        assertEquals("plain", content(answer).strip());
        assertEquals(json("[\"tools\"]"), answer.at("/parley/ignored"));
        agent.declare(acme -> acme.put("tools", "refuse"));
        assertEquals("tools", agent.error(chat("hi")).path("param").asString());
        agent.declare(acme -> acme.put("driver", "stub"));
        assertThat(agent.error(chat("hi")).path("detail").asString()).contains("no live session");
    }

    @Test
    void ownToolsAreTakenAwayWhereTheCliCan() throws Exception {
        start();
        agent.declare(acme -> acme.put("ownTools", false));
        var refused = agent.send(CHAT, chat("hi"));
        assertEquals(500, refused.statusCode(), refused.body());
        assertThat(refused.body()).contains("cannot be run without its own tools");
    }

    @Test
    void anEffortThatTheCliDoesNotKnowIsSaidToBeIgnored() throws Exception {
        start();
        var answer = agent.post(CHAT, chat("hi").put("reasoning_effort", "high"));
        assertEquals(json("[\"reasoning_effort\"]"), answer.at("/parley/ignored"));
    }

    @Test
    void anAnswerEndsAtAStopSequence() throws Exception {
        start();
        var asked = chat("pieces").put("stop", "END");
        assertEquals("one ", content(agent.post(CHAT, asked)));
        var stream = agent.send(CHAT, asked.put("stream", true)).body();
        assertThat(stream)
                .contains("\"content\":\"one \"", "\"finish_reason\":\"stop\"", "[DONE]")
                .doesNotContain("EN", "two", "after");
        agent.awaitEnds();
    }

    @Test
    void anAnswerThatMustBeJsonIsCheckedAndAskedForAgain() throws Exception {
        start();
        var asked = chat("hi");
        asked.set("response_format", json("{\"type\":\"json_object\"}"));
        assertEquals("{\"a\":1}", content(agent.post(CHAT, asked)));
        assertThat(agent.heard()).contains("Your last message must be one JSON object");
        assertThat(agent.pids()).hasSize(2);
        var stream = agent.send(CHAT, asked.put("stream", true)).body();
        assertThat(stream).contains("\"content\":\"{\\\"a\\\":1}\"").doesNotContain("hello");
    }

    @Test
    void theOneThatHasWaitedLongestGivesWay() throws Exception {
        agent = new FunctionAgent(directory, "{\"live\":{\"maxProcesses\":3}}");
        var first = agent.post(CHAT, chat("make one call"));
        var second = agent.post(CHAT, chat("make one call"));
        assertEquals(
                "I was told.", content(agent.post(CHAT, answered(chat("make one call"), first))));
        assertEquals(
                "It is [rain in Paris]",
                content(agent.post(CHAT, answered(chat("make one call"), second))));
        agent.awaitEnds();
    }
}
