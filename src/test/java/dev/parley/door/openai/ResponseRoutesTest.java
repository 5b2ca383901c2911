package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.event.SessionKey;
import dev.parley.provider.SessionWriters;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;

class ResponseRoutesTest extends RoutesCase {
    private static final String RESPONSES = "/v1/responses";

    ResponseRoutesTest() {
        super(RESPONSES);
    }

    private JsonNode created(String body) throws Exception {
        return answer(200, body);
    }

    /// Without what differs from run to run.
    private static String plain(String text) {
        return text.replaceAll("resp_[0-9a-f]{32}", "RESP")
                .replaceAll("msg_[0-9a-f]{32}", "MSG")
                .replaceAll("\"created_at\":\\d+", "T");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | model | 'model' is missing.",
                "{\"model\":\"acme\"} | input | 'input' is missing.",
                "{\"model\":\"acme\",\"input\":\" \"} | input | 'input' is empty.",
                "{\"model\":\"acme\",\"input\":[]} | input | 'input' has nothing to answer.",
                "{\"model\":\"acme\",\"input\":[{\"type\":\"function_call_output\"}]} | input[0].call_id | Invalid type for 'input[0].call_id': expected a string.",
                "{\"model\":\"acme\",\"input\":[{\"type\":\"function_call_output\",\"call_id\":\"c\"}]} | input[0].call_id | No tool call found for function call output with call_id c.",
                "{\"model\":\"acme\",\"input\":[{\"type\":\"item_reference\",\"id\":\"msg_x\"}]} | input[0].id | Item with id 'msg_x' not found.",
                "{\"model\":\"acme\",\"input\":[{\"type\":\"computer_call\"}]} | input[0] | Unsupported parameter: 'input[0]'",
                "{\"model\":\"acme\",\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_file\"}]}]} | input[0].content[0] | Unsupported parameter: 'input[0].content[0]'",
                "{\"model\":\"acme\",\"input\":\"a\",\"instructions\":[]} | instructions | Invalid type for 'instructions': expected a string.",
                "{\"model\":\"acme\",\"input\":\"a\",\"previous_response_id\":1} | previous_response_id | Invalid type for 'previous_response_id': expected a string.",
                "{\"model\":\"acme\",\"input\":\"a\",\"previous_response_id\":\"resp_x\"} | previous_response_id | Previous response not found",
                "{\"model\":\"acme\",\"input\":\"a\",\"conversation\":\"c\"} | conversation | Unsupported parameter: 'conversation'",
                "{\"model\":\"acme\",\"input\":\"a\",\"background\":true} | background | Unsupported parameter: 'background'",
                "{\"model\":\"acme\",\"input\":\"a\",\"tools\":[{}]} | tools[0].type | Invalid type for 'tools[0].type': expected a string.",
                "{\"model\":\"acme\",\"input\":\"a\",\"tools\":[{\"type\":\"function\",\"name\":\"f\"}]} | tools | Unsupported parameter: 'tools'",
                "{\"model\":\"acme\",\"input\":\"a\",\"reasoning\":{\"effort\":\"much\"}} | reasoning.effort | Invalid value for 'reasoning.effort'.",
                "{\"model\":\"acme\",\"input\":\"a\",\"messages\":[]} | messages | Unrecognized request argument supplied: messages"
            })
    void aMistakeIsNamedByItsPlace(String body, String parameter, String message) throws Exception {
        start("PARLEY", TALKER);
        var error = error(400, body);
        assertEquals(parameter, error.path("param").asString());
        assertThat(error.path("message").asString()).startsWith(message);
        assertThat(error.path("detail").asString()).isNotBlank();
    }

    @Test
    void answersInOpenAisShape() throws Exception {
        start("PARLEY", TALKER);
        var answer =
                created(
                        """
                        {"model":"acme","input":"hi","temperature":0.5,"metadata":{"a":"b"},"tool_choice":"auto",
                         "reasoning":{"effort":null},"truncation":"auto","text":{"format":{"type":"text"}}}
                        """);
        assertEquals(
                """
                {"id":"RESP","object":"response",T,"status":"completed","error":null,"incomplete_details":null,"model":"acme",\
                "output":[{"id":"MSG","type":"message","status":"completed","role":"assistant",\
                "content":[{"type":"output_text","text":"Hello","annotations":[],"logprobs":[]}]}],\
                "instructions":null,"max_output_tokens":null,"previous_response_id":null,"temperature":0.5,"top_p":null,"user":null,\
                "parallel_tool_calls":true,"store":true,"truncation":"auto","tool_choice":"auto","tools":[],\
                "reasoning":{"effort":null,"summary":null},"text":{"format":{"type":"text"}},"metadata":{"a":"b"},\
                "usage":{"input_tokens":12,"input_tokens_details":{"cached_tokens":4},"output_tokens":3,\
                "output_tokens_details":{"reasoning_tokens":0},"total_tokens":15}}\
                """,
                plain(Json.write(answer)));
        assertEquals("--- USER TASK ---\nhi", prompt());
    }

    @Test
    void instructionsStandAboveItems() throws Exception {
        start("PARLEY", TALKER);
        created(
                """
                {"model":"acme","instructions":"be brief","input":[
                  {"role":"user","content":"one"},
                  {"type":"message","id":"msg_1","status":"completed","role":"assistant",
                   "content":[{"type":"output_text","text":"two","annotations":[]}]},
                  {"type":"message","role":"user","content":[{"type":"input_text","text":"three"}]}]}
                """);
        assertEquals(
                "--- USER TASK ---\nSystem: be brief\n\nUser: one\n\nAssistant: two\n\nUser: three",
                prompt());
    }

    @Test
    void streamsEveryEventInOrder() throws Exception {
        start("PARLEY", TALKER);
        var events =
                plain(post("{\"model\":\"acme\",\"input\":\"hi\",\"stream\":true}").body())
                        // The response itself is compared elsewhere.
                        .replaceAll("\"response\":\\{.*?\"status\":\"(\\w+)\".*\n", "$1\n");
        assertEquals(
                """
                event: response.created
                data: {"type":"response.created","sequence_number":0,in_progress

                event: response.in_progress
                data: {"type":"response.in_progress","sequence_number":1,in_progress

                event: response.output_item.added
                data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,"item":{"id":"MSG","type":"message","status":"in_progress","role":"assistant","content":[]}}

                event: response.content_part.added
                data: {"type":"response.content_part.added","sequence_number":3,"item_id":"MSG","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[],"logprobs":[]}}

                event: response.output_text.delta
                data: {"type":"response.output_text.delta","sequence_number":4,"item_id":"MSG","output_index":0,"content_index":0,"delta":"Hel","logprobs":[]}

                event: response.output_text.delta
                data: {"type":"response.output_text.delta","sequence_number":5,"item_id":"MSG","output_index":0,"content_index":0,"delta":"lo","logprobs":[]}

                event: response.output_text.done
                data: {"type":"response.output_text.done","sequence_number":6,"item_id":"MSG","output_index":0,"content_index":0,"text":"Hello","logprobs":[]}

                event: response.content_part.done
                data: {"type":"response.content_part.done","sequence_number":7,"item_id":"MSG","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hello","annotations":[],"logprobs":[]}}

                event: response.output_item.done
                data: {"type":"response.output_item.done","sequence_number":8,"output_index":0,"item":{"id":"MSG","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Hello","annotations":[],"logprobs":[]}]}}

                event: response.completed
                data: {"type":"response.completed","sequence_number":9,completed

                """,
                events);
    }

    @Test
    void theNextResponseGoesOnWithTheNativeSession() throws Exception {
        start("PARLEY", TALKER);
        var first = created("{\"model\":\"acme\",\"input\":\"one\"}").path("id").asString();
        var second =
                created(
                        """
                        {"model":"acme","input":"two","instructions":"be brief","previous_response_id":"%s"}
                        """
                                .formatted(first));
        assertEquals("System: be brief\n\nUser: two", prompt());
        assertEquals(first, second.path("previous_response_id").asString());
        created(
                "{\"model\":\"acme\",\"input\":\"three\",\"previous_response_id\":\"%s\"}"
                        .formatted(second.path("id").asString()));
        assertEquals("three", prompt());
        assertEquals("run\nresume s1\nresume s1\n", Files.readString(server.file("arguments")));
    }

    @Test
    void whatIsNotStoredIsNotRemembered() throws Exception {
        start("PARLEY", TALKER);
        var first =
                created("{\"model\":\"acme\",\"input\":\"one\",\"store\":false}")
                        .path("id")
                        .asString();
        var error =
                error(
                        400,
                        "{\"model\":\"acme\",\"input\":\"two\",\"previous_response_id\":\"%s\"}"
                                .formatted(first));
        assertEquals("previous_response_not_found", error.path("code").asString());
    }

    @Test
    void aSessionByNameGoesOnAsInChats() throws Exception {
        start("PARLEY", TALKER);
        created("{\"model\":\"acme\",\"input\":\"one\",\"user\":\"u\"}");
        created("{\"model\":\"acme\",\"input\":\"two\",\"user\":\"u\"}");
        assertEquals("two", prompt());
    }

    @Test
    void aStreamThatFailsBeforeItsFirstWordHasAStatusOfItsOwn() throws Exception {
        start("TEXT", "echo broken >&2; exit 1");
        var error = error(500, "{\"model\":\"acme\",\"input\":\"hi\",\"stream\":true}");
        assertEquals("broken", error.path("detail").asString());
    }

    @Test
    void aStreamThatFailsLaterEndsAsFailed() throws Exception {
        start("TEXT", "echo half; echo 'no credit left' >&2; exit 3");
        var events = post("{\"model\":\"acme\",\"input\":\"hi\",\"stream\":true}").body();
        assertThat(events)
                .contains("\"delta\":\"half\"")
                .contains(
                        "event: response.failed\ndata: {\"type\":\"response.failed\",\"sequence_number\":5,")
                .contains(
                        "\"status\":\"failed\",\"error\":{\"message\":\"CLI failed: no credit left\"")
                .contains("\"code\":\"server_error\",\"detail\":\"no credit left\"")
                .doesNotContain("response.completed");
    }

    @Test
    void aSessionThatSomebodyElseWritesToIsRefused() throws Exception {
        start("PARLEY", TALKER);
        var first = created("{\"model\":\"acme\",\"input\":\"one\"}").path("id").asString();
        var second =
                "{\"model\":\"acme\",\"input\":\"two\",\"previous_response_id\":\"%s\"}"
                        .formatted(first);
        var writers = new SessionWriters(server.file("parley/data/writers"));
        try (var _ =
                writers.claim(
                        new SessionKey("stub", "s1"),
                        SessionWriters.Kind.LIVE,
                        "sabcdefghijklmno")) {
            var error = error(409, second);
            assertThat(error.path("message").asString()).contains("stub:s1 is in use");
        }
        created(second);
        assertEquals("run\nresume s1\n", Files.readString(server.file("arguments")));
    }
}
