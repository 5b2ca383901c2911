package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

class ChatRoutesTest extends RoutesCase {
    private static final String CHAT = "/v1/chat/completions";

    /// Keeps what it was told and answers with what the agent file wants.
    private static final String OBEDIENT =
            """
            echo "$@" >> "$HOME/arguments"
            cat > "$HOME/prompt"
            echo "reading"
            echo
            sed -n 's/^Always answer with: //p' "$HOME/prompt"
            """;

    ChatRoutesTest() {
        super(CHAT);
    }

    private static String asking(String text) {
        return "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":"
                + Json.write(text)
                + "}]}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "1", "\"acme\""})
    void whatIsNoJsonObjectIsRefused(String body) throws Exception {
        start("TEXT", OBEDIENT);
        var error = error(400, body);
        assertThat(error.path("message").asString()).startsWith("The body is no JSON object.");
        assertEquals("invalid_request_error", error.path("type").asString());
        assertTrue(error.path("param").isNull());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | model | 'model' is missing.",
                "{\"model\":1} | model | Invalid type for 'model': expected a string.",
                "{\"model\":\"acme\"} | messages | 'messages' is missing.",
                "{\"model\":\"acme\",\"messages\":{}} | messages | Invalid type for 'messages': expected an array.",
                "{\"model\":\"acme\",\"messages\":[]} | messages | 'messages' has nothing to answer.",
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":\" \"}]} | messages | 'messages' has nothing to answer.",
                "{\"model\":\"acme\",\"messages\":[1]} | messages[0] | Invalid type for 'messages[0]': expected an object.",
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"king\",\"content\":\"a\"}]} | messages[0].role | Invalid value for 'messages[0].role': 'king'.",
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"tool\",\"content\":\"a\"}]} | messages[0].tool_call_id | Invalid type for 'messages[0].tool_call_id': expected a string.",
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\"}]} | messages[0].content | Invalid type for 'messages[0].content': expected a string or an array of text parts.",
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":1}]}]} | messages[0].content[0].text | Invalid type for 'messages[0].content[0].text': expected a string.",
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_audio\"}]}]} | messages[0].content[0] | Unsupported parameter: 'messages[0].content[0]'",
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"assistant\",\"content\":null,\"tool_calls\":7}]} | messages[0].tool_calls | Invalid type for 'messages[0].tool_calls': expected an array.",
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\"x\"}]} | messages[0].tool_call_id | 'messages[0]' is no response to a message before it with 'tool_calls'.",
                "{\"model\":\"acme\",\"stream\":\"yes\"} | stream | Invalid type for 'stream': expected a boolean.",
                "{\"model\":\"acme\",\"n\":2} | n | Unsupported parameter: 'n'",
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"tools\":[{}]} | tools[0].type | Invalid type for 'tools[0].type': expected a string.",
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}]} | tools | Unsupported parameter: 'tools'",
                "{\"model\":\"acme\",\"logprobs\":true} | logprobs | Unsupported parameter: 'logprobs'",
                "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"stop\":7} | stop | Invalid type for 'stop': expected a string, or up to four, of at most 1000 characters each.",
                "{\"model\":\"acme\",\"mesages\":[]} | mesages | Unrecognized request argument supplied: mesages"
            })
    void aMistakeIsNamedByItsPlace(String body, String parameter, String message) throws Exception {
        start("TEXT", OBEDIENT);
        var error = error(400, body);
        assertEquals(parameter, error.path("param").asString());
        assertThat(error.path("message").asString()).startsWith(message);
        assertThat(error.path("detail").asString()).isNotBlank();
    }

    @Test
    void anUnknownModelIsSaidToBeSo() throws Exception {
        start("TEXT", OBEDIENT);
        var error = error(404, asking("hi").replace("acme", "amce"));
        assertEquals(
                "There is no model \"amce\" here. Did you mean acme?",
                error.path("message").asString());
        assertEquals("model_not_found", error.path("code").asString());
        assertEquals("Did you mean acme?", error.path("detail").asString());
        server.write("{");
        var broken = error(404, asking("hi").replace("acme", "other"));
        assertThat(broken.path("detail").asString()).contains("models.json is broken: ");
        assertEquals(200, post(asking("hi")).statusCode(), "the last good file is in force");
    }

    /// Nobody has declared it, and it works in a directory of Parley's own.
    @Test
    void everyCliThatIsHereIsAModel() throws Exception {
        start("TEXT", "pwd");
        var answer = server.answer(server.posting(CHAT, asking("hi").replace("acme", "stub")));
        assertEquals(
                server.app().directories().data().resolve("desk").toRealPath().toString(),
                answer.path("choices").path(0).path("message").path("content").asString().strip());
        var names =
                server.answer(server.to("/v1/models"))
                        .path("data")
                        .valueStream()
                        .map(model -> model.path("id").asString())
                        .toList();
        assertThat(names).contains("acme", "stub", "demo").doesNotContain("claude");
        var absent = error(503, asking("hi").replace("acme", "claude"));
        assertThat(absent.path("message").asString()).contains("npm install -g");
    }

    @Test
    void problemsOfTheGateAreToldInTheSameShape() throws Exception {
        start("TEXT", OBEDIENT);
        var request = server.posting(CHAT, asking("hi")).setHeader("Authorization", "Bearer wrong");
        var answer = server.send(request);
        assertEquals(401, answer.statusCode());
        assertThat(answer.body())
                .contains("\"error\":{\"message\":\"The token is missing or wrong. Open");
        assertEquals(413, post("x".repeat(16 * 1024 * 1024 + 1)).statusCode());
    }

    @Test
    void theAgentFileStandsAboveTheTask() throws Exception {
        start("TEXT", OBEDIENT);
        Files.writeString(
                server.repository().resolve("AGENTS.md"), "# Rules\nAlways answer with: 42\n");
        var answer = server.answer(server.posting(CHAT, asking("What is six by seven?")));
        assertEquals(
                "# Rules\nAlways answer with: 42\n\n--- USER TASK ---\nWhat is six by seven?",
                prompt());
        assertEquals(
                "42", answer.path("choices").get(0).path("message").path("content").asString());
    }

    @Test
    void systemMessagesStandAboveOthersAndWhoSpokeIsMarked() throws Exception {
        start("TEXT", OBEDIENT);
        var body =
                """
                {"model": "acme", "temperature": 0.2, "seed": 1, "n": 1, "tools": null, "messages": [
                 {"role": "user", "content": [{"type": "text", "text": "one "}, {"type": "text", "text": "two"}]},
                 {"role": "assistant", "content": "three"},
                 {"role": "developer", "content": "be brief"},
                 {"role": "user", "content": "four"}]}
                """;
        assertEquals(200, post(body).statusCode());
        assertEquals(
                "--- USER TASK ---\nSystem: be brief\n\nUser: one two\n\nAssistant: three\n\nUser: four",
                prompt());
    }

    @Test
    void anAgentThatSaysNothingSaysSo() throws Exception {
        start("TEXT", "cat > /dev/null");
        var answer = server.answer(server.posting(CHAT, asking("hi")));
        assertEquals(
                "No output from CLI.",
                answer.path("choices").get(0).path("message").path("content").asString());
    }

    @Test
    void answersInOpenAisShape() throws Exception {
        start("PARLEY", TALKER);
        var answer = server.answer(server.posting(CHAT, asking("hi")));
        assertThat(answer.path("id").asString()).matches("cmpl-[0-9a-f-]{36}");
        assertThat(answer.path("created").asLong()).isPositive();
        var expected =
                """
                {"id":"%s","object":"chat.completion","created":%d,"model":"acme","choices":[{"index":0,\
                "message":{"role":"assistant","content":"Hello","refusal":null},"logprobs":null,"finish_reason":"stop"}],\
                "usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4}}}\
                """
                        .formatted(answer.path("id").asString(), answer.path("created").asLong());
        assertEquals(expected, Json.write(answer));
    }

    @Test
    void streamsChunksAndTokens() throws Exception {
        start("PARLEY", TALKER);
        var body =
                asking("hi")
                        .replaceFirst(
                                "}$",
                                ",\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
        var answer = post(body);
        assertEquals(
                "text/event-stream", answer.headers().firstValue("Content-Type").orElseThrow());
        var text =
                answer.body()
                        .replaceAll("\"id\":\"cmpl-[^\"]*\"", "ID")
                        .replaceAll("\"created\":\\d+", "T");
        assertEquals(
                """
                data: {ID,"object":"chat.completion.chunk",T,"model":"acme","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}],"usage":null}

                data: {ID,"object":"chat.completion.chunk",T,"model":"acme","choices":[{"index":0,"delta":{"content":"Hel"},"logprobs":null,"finish_reason":null}],"usage":null}

                data: {ID,"object":"chat.completion.chunk",T,"model":"acme","choices":[{"index":0,"delta":{"content":"lo"},"logprobs":null,"finish_reason":null}],"usage":null}

                data: {ID,"object":"chat.completion.chunk",T,"model":"acme","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}],"usage":null}

                data: {ID,"object":"chat.completion.chunk",T,"model":"acme","choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4}}}

                data: [DONE]

                """,
                text);
    }

    @Test
    void aSessionGoesOnWithOnlyTheNewMessage() throws Exception {
        start("PARLEY", TALKER);
        var second =
                """
                {"model": "acme", "user": "u1", "messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "one"},
                 {"role": "assistant", "content": "Hello"}, {"role": "user", "content": "two"}]}
                """;
        post(asking("one").replaceFirst("}$", ",\"user\":\"u1\"}"));
        assertEquals("--- USER TASK ---\none", prompt());
        post(second);
        assertEquals("two", prompt());
        server.send(
                server.posting(CHAT, second.replace("two", "three"))
                        .header("x-parley-session", "u2"));
        assertThat(prompt())
                .startsWith("--- USER TASK ---\nSystem: s\n\nUser: one")
                .endsWith("three");
        assertEquals("run\nresume s1\nrun\n", Files.readString(server.file("arguments")));
    }

    @Test
    void anAgentThatFailsIsQuotedFromItsStandardError() throws Exception {
        start("TEXT", "echo half; echo 'no credit left' >&2; exit 3");
        var error = error(500, asking("hi"));
        assertEquals("CLI failed: no credit left", error.path("message").asString());
        assertEquals("no credit left", error.path("detail").asString());
        var streamed = post(asking("hi").replaceFirst("}$", ",\"stream\":true}"));
        assertEquals(200, streamed.statusCode());
        assertThat(streamed.body())
                .contains("data: {\"error\":{\"message\":\"CLI failed: no credit left\"")
                .doesNotContain("[DONE]");
    }

    @Test
    void aStreamThatFailsBeforeItsFirstWordHasAStatusOfItsOwn() throws Exception {
        start("TEXT", "echo broken >&2; exit 1");
        var error = error(500, asking("hi").replaceFirst("}$", ",\"stream\":true}"));
        assertEquals("broken", error.path("detail").asString());
        var unknown = asking("hi").replace("acme", "x").replaceFirst("}$", ",\"stream\":true}");
        assertThat(error(404, unknown).path("message").asString())
                .startsWith("There is no model \"x\" here.");
    }

    @Test
    void anAgentThatTakesTooLongIsCutOffWithWhatItSaid() throws Exception {
        start("TEXT", "echo first words; exec sleep 60");
        server.declare(acme -> acme.put("timeoutSeconds", 1));
        var error = error(504, asking("hi"));
        assertEquals("first words", error.path("partial").asString());
        assertThat(error.path("detail").asString()).contains("took longer than 1s");
    }

    @Test
    void aMissingCliComesWithTheWayToInstallIt() throws Exception {
        start("TEXT", OBEDIENT);
        server.declare(acme -> acme.put("driver", "codex"));
        var error = error(503, asking("hi"));
        assertThat(error.path("message").asString()).startsWith("CLI not found: codex: Install");
        assertEquals(
                "Install it with: npm install -g @openai/codex", error.path("detail").asString());
    }

    @Test
    void aModelTakesAsManyCallsAsItSays() throws Exception {
        start(
                "TEXT",
                "echo > \"$HOME/started\"; while [ ! -e \"$HOME/go\" ]; do sleep 0.05; done; echo ok");
        server.declare(acme -> acme.put("maxConcurrent", 1));
        var first = CompletableFuture.supplyAsync(() -> quietly(asking("hi")));
        Awaitility.await().until(() -> Files.exists(server.file("started")));
        var refused = post(asking("hi"));
        assertEquals(429, refused.statusCode());
        assertEquals("5", refused.headers().firstValue("Retry-After").orElseThrow());
        Files.writeString(server.file("go"), "");
        assertEquals(200, first.join().statusCode());
        assertEquals(200, post(asking("hi")).statusCode());
    }

    @Test
    void callsToOneRepositoryRunOneAfterTheOther() throws Exception {
        start(
                "TEXT",
                """
                echo in >> "$HOME/log"
                sleep 0.2
                echo out >> "$HOME/log"
                echo ok
                """);
        var calls =
                Stream.generate(() -> CompletableFuture.supplyAsync(() -> quietly(asking("hi"))))
                        .limit(3)
                        .toList();
        for (var call : calls) {
            assertEquals(200, call.join().statusCode());
        }
        assertEquals("in\nout\n".repeat(3), Files.readString(server.file("log")));
    }

    private HttpResponse<String> quietly(String body) {
        try {
            return post(body);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void modelsAreListedAndFound() throws Exception {
        start("TEXT", OBEDIENT);
        var list = server.answer(server.to("/v1/models"));
        var one = server.answer(server.to("/v1/models/acme"));
        assertEquals("list", list.path("object").asString());
        assertEquals(one, list.path("data").get(0));
        assertEquals(
                "{\"id\":\"acme\",\"object\":\"model\",\"created\":%d,\"owned_by\":\"stub\"}"
                        .formatted(one.path("created").asLong()),
                Json.write(one));
        var unknown = server.send(server.to("/v1/models/nobody"));
        assertEquals(404, unknown.statusCode());
        assertThat(unknown.body()).contains("\"message\":\"There is no model");
    }
}
