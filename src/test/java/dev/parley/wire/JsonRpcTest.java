package dev.parley.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.parley.base.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

class JsonRpcTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~ | not JSON",
                "hello | not JSON",
                "{\"id\":1,\"method\":\"m\" | not JSON",
                "{\"id\":1,\"method\":\"m\"} {} | not JSON",
                "[] | not a JSON object",
                "[{\"id\":1,\"method\":\"m\"}] | not a JSON object",
                "null | not a JSON object",
                "42 | not a JSON object",
                "{} | no method, result or error",
                "{\"id\":1} | no method, result or error",
                "{\"id\":1,\"error\":null} | no method, result or error",
                "{\"id\":1,\"method\":7} | the method is no string",
                "{\"id\":1,\"method\":null} | the method is no string",
                "{\"id\":true,\"method\":\"m\"} | the id is neither a string nor a number",
                "{\"id\":{},\"method\":\"m\"} | the id is neither a string nor a number",
                "{\"id\":[1],\"result\":{}} | the id is neither a string nor a number",
                "{\"id\":1e999,\"method\":\"m\"} | the id is neither a string nor a number",
                "{\"id\":null,\"method\":\"m\"} | the id of a request is null",
                "{\"id\":null,\"result\":{}} | a result without an id",
                "{\"result\":{}} | a result without an id",
                "{\"id\":1,\"result\":{},\"error\":{\"code\":1}} | both a result and an error",
                "{\"id\":1,\"method\":\"m\",\"result\":{}} | both a call and an answer",
                "{\"id\":1,\"error\":\"no\"} | an error without an integer code",
                "{\"id\":1,\"error\":{\"code\":1.5}} | an error without an integer code",
                "{\"id\":1,\"error\":{\"code\":99999999999}} | an error without an integer code",
            })
    void saysWhatIsWrongWithALine(String line, String reason) {
        assertEquals(new JsonRpc.Malformed(line, reason), JsonRpc.parse(line));
    }

    @Test
    void aNumberOfThousandsOfDigitsIsMalformed() {
        var line = "{\"id\":" + "9".repeat(5000) + ",\"method\":\"m\"}";
        assertEquals(new JsonRpc.Malformed(line, "not JSON"), JsonRpc.parse(line));
    }

    @Test
    void endlessNestingIsMalformed() {
        assertInstanceOf(JsonRpc.Malformed.class, JsonRpc.parse("{\"a\":".repeat(100_000)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{\"cwd\":\"/x\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"\",\"method\":\"ping\",\"params\":[1,2]}",
                "{\"jsonrpc\":\"2.0\",\"id\":123456789012345678901234567890,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":9007199254740993,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":-1.5,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{\"sessionId\":\"a\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"n\":1234567890123456789012}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32601,\"message\":\"no\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"no\",\"data\":[1]}}",
            })
    void aMessageComesOutAsItWentIn(String line) {
        var message = assertInstanceOf(JsonRpc.Message.class, JsonRpc.parse(line));
        assertEquals(line, message.line());
    }

    @Test
    void theVersionCanBeLeftOut() {
        var line = "{\"id\":1,\"method\":\"initialize\",\"params\":{}}";
        var request = new JsonRpc.Request(JsonRpc.id(1), "initialize", Json.object());
        assertEquals(request, JsonRpc.parse(line));
        assertEquals(line, request.line(JsonRpc.Version.LEFT_OUT));
    }

    @Test
    void aLineNeverContainsALineEnd() {
        var notification =
                new JsonRpc.Notification("say", Json.object().put("text", "one\r\ntwo\u2028"));
        assertEquals(1, notification.line().lines().count());
        assertEquals(notification, JsonRpc.parse(notification.line()));
    }

    @Test
    void nullInTheMemberThatDoesNotApplyIsNoContradiction() {
        assertEquals(
                new JsonRpc.Response(JsonRpc.id(1), StringNode.valueOf("ok")),
                JsonRpc.parse("{\"id\":1,\"result\":\"ok\",\"error\":null}"));
        assertEquals(
                JsonRpc.ErrorResponse.to(JsonRpc.id(1), 5, ""),
                JsonRpc.parse("{\"id\":1,\"result\":null,\"error\":{\"code\":5}}"));
    }

    @Test
    void anErrorWithoutAnIdIsAboutALineThatCouldNotBeRead() {
        assertEquals(
                JsonRpc.ErrorResponse.to(NullNode.getInstance(), JsonRpc.PARSE_ERROR, "what?"),
                JsonRpc.parse("{\"error\":{\"code\":-32700,\"message\":\"what?\"}}"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Integer.MAX_VALUE, Integer.MAX_VALUE + 1L, Long.MIN_VALUE})
    void ourOwnIdsAreEqualToTheOnesThatComeBack(long number) {
        var request = new JsonRpc.Request(JsonRpc.id(number), "m", MissingNode.getInstance());
        assertEquals(request, JsonRpc.parse(request.line()));
    }
}
