package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.testing.ParleyServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/// JSON schemas and images, for the CLIs that take them.
class AttachmentsTest {
    private static final String CHAT = "/v1/chat/completions";
    private static final String RESPONSES = "/v1/responses";

    /// Keeps its arguments and the files they name, says something on its way, and answers.
    private static final String KEEPER =
            """
            cat > "$HOME/prompt"
            for argument in "$@"; do
                case $argument in
                    /*) cp "$argument" "$HOME/schema" ;;
                    --image=*) cp "${argument#--image=}" "$HOME/$(basename "$argument")" ;;
                esac
            done
            echo "$@" | sed "s|/[^ ]*/||g" > "$HOME/arguments"
            echo '{"type":"message.assistant","message":{"role":"assistant","content":"let me see","messageId":"a"}}'
            echo '{"type":"message.assistant","message":{"role":"assistant","content":"{\\\\"answer\\\\":42}","messageId":"b"}}'
            """;

    private static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"answer\":{\"type\":\"integer\"}}}";
    private static final String IN_CHAT =
            ",\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"a\",\"strict\":true,\"schema\":"
                    + SCHEMA
                    + "}}}";
    private static final String IN_RESPONSE =
            ",\"text\":{\"format\":{\"type\":\"json_schema\",\"name\":\"a\",\"schema\":"
                    + SCHEMA
                    + "}}}";

    @TempDir Path directory;

    private ParleyServer server;

    @AfterEach
    void close() {
        server.close();
    }

    private void start(String script) throws IOException {
        server = new ParleyServer(directory, "PARLEY", script);
    }

    private static String chat(String content) {
        return "{\"model\":\"acme\",\"messages\":[{\"role\":\"user\",\"content\":"
                + content
                + "}]}";
    }

    private static String with(String more, String body) {
        return body.replaceFirst("}$", more.replace("\\", "\\\\"));
    }

    private static String image(String type, String content) {
        return "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/%s;base64,%s\"}}"
                .formatted(type, Base64.getEncoder().encodeToString(content.getBytes()));
    }

    private JsonNode error(String path, String body) throws Exception {
        var answer = server.send(server.posting(path, body));
        assertEquals(400, answer.statusCode(), answer.body());
        return Json.parse(answer.body()).orElseThrow().path("error");
    }

    private String kept(String name) throws IOException {
        return Files.readString(server.file(name));
    }

    private void assertNothingIsLeft() throws IOException {
        try (var files = Files.list(server.file("parley/data/scratch"))) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void anAnswerHasTheSchemaThatWasAskedFor() throws Exception {
        start(KEEPER);
        var answer = server.answer(server.posting(CHAT, with(IN_CHAT, chat("\"hi\""))));
        assertEquals(
                "{\"answer\":42}",
                answer.path("choices").get(0).path("message").path("content").asString());
        assertEquals(SCHEMA, kept("schema"));
        assertEquals("run --schema schema.json\n", kept("arguments"));
        assertNothingIsLeft();
    }

    @Test
    void aResponseHasItToo() throws Exception {
        start(KEEPER);
        var body = with(IN_RESPONSE, "{\"model\":\"acme\",\"input\":\"hi\"}");
        var answer = server.answer(server.posting(RESPONSES, body));
        assertEquals(
                "{\"answer\":42}",
                answer.path("output").get(0).path("content").get(0).path("text").asString());
        assertEquals("json_schema", answer.path("text").path("format").path("type").asString());
        assertEquals(SCHEMA, kept("schema"));
    }

    @Test
    void aStreamWithASchemaHoldsTheJsonAndNothingElse() throws Exception {
        start(KEEPER);
        var body = with(",\"stream\":true}", with(IN_CHAT, chat("\"hi\"")));
        assertThat(server.send(server.posting(CHAT, body)).body())
                .contains("\"delta\":{\"content\":\"{\\\"answer\\\":42}\"}")
                .doesNotContain("let me see");
    }

    @Test
    void anAnswerThatIsNoJsonIsAFailure() throws Exception {
        start(
                "cat > /dev/null; echo '{\"type\":\"message.assistant\",\"message\":{\"role\":\"assistant\",\"content\":\"no\"}}'");
        var answer = server.send(server.posting(CHAT, with(IN_CHAT, chat("\"hi\""))));
        assertEquals(500, answer.statusCode());
        assertThat(answer.body()).contains("no JSON").contains("\"partial\":\"no\"");
    }

    @Test
    void aCliThatTakesNeitherIsNamedWithTheParameter() throws Exception {
        start(KEEPER);
        server.declare(acme -> acme.put("driver", "gemini"));
        var schema = error(CHAT, with(IN_CHAT, chat("\"hi\"")));
        assertEquals("response_format", schema.path("param").asString());
        assertEquals(
                "A single turn of Gemini CLI cannot be given a JSON schema for its answer.",
                schema.path("detail").asString());
        var response = error(RESPONSES, with(IN_RESPONSE, "{\"model\":\"acme\",\"input\":\"hi\"}"));
        assertEquals("text.format", response.path("param").asString());
        var image = error(CHAT, chat("[" + image("png", "x") + "]"));
        assertEquals("messages[0].content[0]", image.path("param").asString());
        assertEquals(
                "A single turn of Gemini CLI takes no images.", image.path("detail").asString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"xml\"} | response_format | Invalid value for 'response_format.type': 'xml'.",
                "{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"a\"}} | response_format.json_schema.schema | Invalid type for 'response_format.json_schema.schema': expected an object."
            })
    void aFormatThatMakesNoSenseIsRefused(String format, String parameter, String message)
            throws Exception {
        start(KEEPER);
        var error = error(CHAT, with(",\"response_format\":" + format + "}", chat("\"hi\"")));
        assertEquals(parameter, error.path("param").asString());
        assertThat(error.path("message").asString()).startsWith(message);
    }

    @Test
    void imagesAreFilesForTheCliWhileItRuns() throws Exception {
        start(KEEPER);
        var content =
                "[{\"type\":\"text\",\"text\":\"what is it?\"},%s,%s]"
                        .formatted(image("png", "one"), image("jpeg", "two"));
        assertEquals(200, server.send(server.posting(CHAT, chat(content))).statusCode());
        assertEquals("run image-1.png image-2.jpg\n", kept("arguments").replace("--image=", ""));
        assertEquals("one", kept("image-1.png"));
        assertEquals("two", kept("image-2.jpg"));
        assertEquals("--- USER TASK ---\nwhat is it?", kept("prompt"));
        assertNothingIsLeft();
    }

    @Test
    void responsesCallThemInputImages() throws Exception {
        start(KEEPER);
        var body =
                """
                {"model":"acme","input":[{"role":"user","content":[
                  {"type":"input_image","image_url":"data:image/webp;base64,b25l","detail":"low"}]}]}
                """;
        assertEquals(200, server.send(server.posting(RESPONSES, body)).statusCode());
        assertEquals("one", kept("image-1.webp"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"image_url\"} | .image_url | a data URL",
                "{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://example.org/a.png\"}} | .image_url | Parley does not fetch images",
                "{\"type\":\"image_url\",\"image_url\":{\"url\":\"file:///etc/passwd\"}} | .image_url | Parley does not fetch images",
                "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:text/plain;base64,b25l\"}} | .image_url | png, jpeg, gif or webp",
                "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,!!!\"}} | .image_url | no valid base64",
                "{\"type\":\"input_image\",\"file_id\":\"f\"} | .file_id | Parley keeps no files"
            })
    void anImageThatCannotBeReadIsRefused(String part, String parameter, String words)
            throws Exception {
        start(KEEPER);
        var error = error(CHAT, chat("[" + part + "]"));
        assertEquals("messages[0].content[0]" + parameter, error.path("param").asString());
        assertThat(error.path("message").asString() + " " + error.path("detail").asString())
                .contains(words);
    }

    @Test
    void onlyUsersSendImages() throws Exception {
        start(KEEPER);
        var body = chat("[" + image("png", "x") + "]").replace("\"user\"", "\"system\"");
        assertEquals("messages[0].content[0]", error(CHAT, body).path("param").asString());
    }
}
