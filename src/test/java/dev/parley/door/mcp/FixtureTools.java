package dev.parley.door.mcp;

import dev.parley.base.json.Json;
import dev.parley.tool.CallingClient;
import dev.parley.tool.ClientRequest;
import dev.parley.tool.McpChanges;
import dev.parley.tool.McpError;
import dev.parley.tool.McpTools;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tools that the conformance suite of MCP calls by their names. They do what it expects and
/// nothing else; how they are carried is Parley's own.
final class FixtureTools implements McpTools {
    static final String IMAGE =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
    private static final String AUDIO =
            "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
    private static final Duration A_MOMENT = Duration.ofMillis(50);

    private interface Body {
        Outcome call(JsonNode arguments, CallingClient client) throws InterruptedException;
    }

    private interface Answer {
        ObjectNode answer(JsonNode arguments, CallingClient client) throws InterruptedException;
    }

    private record Fixture(ObjectNode definition, Body body) {}

    private final Map<String, Fixture> fixtures = new LinkedHashMap<>();

    FixtureTools(McpChanges changes) {
        contents();
        telling();
        asking();
        rounds();
        tasks();
        now(
                "test_trigger_tool_change",
                "{}",
                (_, _) -> {
                    changes.announce(McpChanges.Kind.TOOLS);
                    return text("changed");
                });
        now(
                "test_trigger_prompt_change",
                "{}",
                (_, _) -> {
                    changes.announce(McpChanges.Kind.PROMPTS);
                    return text("changed");
                });
    }

    private void contents() {
        now(
                "test_simple_text",
                "{}",
                (_, _) -> text("This is a simple text response for testing."));
        now("test_image_content", "{}", (_, _) -> content(image()));
        now(
                "test_audio_content",
                "{}",
                (_, _) ->
                        content(
                                Json.object()
                                        .put("type", "audio")
                                        .put("data", AUDIO)
                                        .put("mimeType", "audio/wav")));
        now(
                "test_embedded_resource",
                "{}",
                (_, _) ->
                        content(
                                embedded(
                                        "test://embedded-resource",
                                        "text/plain",
                                        "This is an embedded resource content.")));
        now(
                "test_multiple_content_types",
                "{}",
                (_, _) ->
                        content(
                                block("Multiple content types test:"),
                                image(),
                                embedded(
                                        "test://mixed-content-resource",
                                        "application/json",
                                        "{\"test\":\"data\",\"value\":123}")));
        now(
                "test_error_handling",
                "{}",
                (_, _) ->
                        text("This tool intentionally returns an error for testing")
                                .put("isError", true));
        now(
                "json_schema_2020_12_tool",
                """
                {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
                 "$defs":{"address":{"$anchor":"addressDef","type":"object",
                  "properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
                 "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},
                  "contactMethod":{"type":"string","enum":["phone","email"]},
                  "phone":{"type":"string"},"email":{"type":"string"}},
                 "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
                 "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
                 "then":{"required":["phone"]},"else":{"required":["email"]},
                 "additionalProperties":false}\
                """,
                (arguments, _) -> text(Json.write(arguments)));
        now(
                "test_custom_headers",
                """
                {"type":"object","properties":{
                 "region":{"type":"string","x-mcp-header":"Region"},
                 "query":{"type":"string"}},"required":["region"]}\
                """,
                (arguments, _) -> text(Json.write(arguments)));
    }

    private void telling() {
        now(
                "test_tool_with_logging",
                "{}",
                (_, client) -> {
                    for (var said : List.of("started", "processing data", "completed")) {
                        client.log("info", Json.MAPPER.valueToTree("Tool " + said));
                        Thread.sleep(A_MOMENT);
                    }
                    return text("Tool with logging executed successfully");
                });
        now(
                "test_logging_tool",
                "{}",
                (_, client) -> {
                    client.log("info", Json.MAPPER.valueToTree("evaluated"));
                    return text("Logging evaluated");
                });
        now(
                "test_tool_with_progress",
                "{}",
                (_, client) -> {
                    for (var step : List.of(0, 50, 100)) {
                        client.progress(step, 100.0, "Completed step " + step + " of 100");
                        Thread.sleep(A_MOMENT);
                    }
                    return text("done");
                });
        now(
                "test_streaming_elicitation",
                "{}",
                (_, client) -> {
                    client.progress(50, 100.0, "half");
                    var answer = client.ask("confirm", elicit("Go on?", "ok", "boolean"));
                    return text(Json.write(answer));
                });
        now(
                "test_missing_capability",
                "{}",
                (_, client) -> {
                    var answer = client.ask("sample", sample("Hello"));
                    return text(Json.write(answer));
                });
    }

    private void asking() {
        now(
                "test_sampling",
                "{\"type\":\"object\",\"properties\":{\"prompt\":{\"type\":\"string\"}},\"required\":[\"prompt\"]}",
                (arguments, client) -> {
                    var answer =
                            client.ask("sample", sample(arguments.path("prompt").asString("")));
                    return text(
                            "LLM response: " + answer.path("content").path("text").asString(""));
                });
        now(
                "test_elicitation",
                "{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\"}},\"required\":[\"message\"]}",
                (arguments, client) ->
                        filled(
                                client.ask(
                                        "response",
                                        elicit(
                                                arguments.path("message").asString(""),
                                                "response",
                                                "string"))));
        now(
                "test_elicitation_sep1034_defaults",
                "{}",
                (_, client) ->
                        filled(
                                client.ask(
                                        "form",
                                        form(
                                                "Please review",
                                                """
                                                {"type":"object","properties":{
                                                 "name":{"type":"string","description":"User name","default":"John Doe"},
                                                 "age":{"type":"integer","description":"User age","default":30},
                                                 "score":{"type":"number","description":"User score","default":95.5},
                                                 "status":{"type":"string","description":"User status","enum":["active","inactive","pending"],"default":"active"},
                                                 "verified":{"type":"boolean","description":"Verification status","default":true}},
                                                 "required":[]}\
                                                """))));
        now(
                "test_elicitation_sep1330_enums",
                "{}",
                (_, client) ->
                        filled(
                                client.ask(
                                        "form",
                                        form(
                                                "Please select",
                                                """
                                                {"type":"object","properties":{
                                                 "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
                                                 "titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
                                                 "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
                                                 "untitledMulti":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"string","enum":["option1","option2","option3"]}},
                                                 "titledMulti":{"type":"array","minItems":1,"maxItems":3,"items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}},
                                                 "required":[]}\
                                                """))));
    }

    private void rounds() {
        now(
                "test_input_required_result_elicitation",
                "{}",
                (_, client) -> {
                    var answer =
                            client.ask("user_name", elicit("What is your name?", "name", "string"));
                    return text("Hello, " + answer.path("content").path("name").asString("") + "!");
                });
        now(
                "test_input_required_result_sampling",
                "{}",
                (_, client) ->
                        text(
                                Json.write(
                                        client.ask(
                                                "capital_question",
                                                sample("What is the capital of France?")))));
        now(
                "test_input_required_result_list_roots",
                "{}",
                (_, client) -> text(Json.write(client.ask("client_roots", roots()))));
        for (var name : List.of("request_state", "tampered_state")) {
            now(
                    "test_input_required_result_" + name,
                    "{}",
                    (_, client) -> {
                        var _ = client.ask("confirm", elicit("Please confirm", "ok", "boolean"));
                        return text("state-ok");
                    });
        }
        now(
                "test_input_required_result_multiple_inputs",
                "{}",
                (_, client) -> {
                    var requests = new LinkedHashMap<String, ClientRequest>();
                    requests.put("user_name", elicit("What is your name?", "name", "string"));
                    requests.put("greeting", sample("Generate a greeting"));
                    requests.put("client_roots", roots());
                    return text(String.join(",", client.askAll(requests).keySet()));
                });
        now(
                "test_input_required_result_multi_round",
                "{}",
                (_, client) -> {
                    var name =
                            client.ask(
                                    "step1",
                                    elicit("Step 1: What is your name?", "name", "string"));
                    var color =
                            client.ask("step2", elicit("Step 2: Which color?", "color", "string"));
                    return text(
                            name.path("content").path("name").asString("")
                                    + " likes "
                                    + color.path("content").path("color").asString(""));
                });
        now(
                "test_input_required_result_capabilities",
                "{}",
                (_, client) -> {
                    var requests = new LinkedHashMap<String, ClientRequest>();
                    requests.put("elicit_input", elicit("Value?", "value", "string"));
                    requests.put("sample_input", sample("Sample request"));
                    requests.values().removeIf(request -> !client.can(request.capability()));
                    return text(String.join(",", client.askAll(requests).keySet()));
                });
    }

    private void tasks() {
        now(
                "greet",
                "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}",
                (arguments, _) -> text("Hello, " + arguments.path("name").asString("World") + "!"));
        later(
                "slow_compute",
                "{\"type\":\"object\",\"properties\":{\"seconds\":{\"type\":\"number\"},\"label\":{\"type\":\"string\"}}}",
                false,
                (arguments, _) -> {
                    Thread.sleep(Duration.ofSeconds(arguments.path("seconds").asLong(0)));
                    return text("computed " + arguments.path("label").asString(""));
                });
        later(
                "failing_job",
                "{}",
                true,
                (_, _) -> {
                    Thread.sleep(Duration.ofSeconds(1));
                    return text("the job failed").put("isError", true);
                });
        later(
                "protocol_error_job",
                "{}",
                false,
                (_, _) -> {
                    throw new McpError(JsonRpc.INTERNAL_ERROR, "the job broke", null);
                });
        later(
                "confirm_delete",
                "{}",
                false,
                (arguments, client) -> {
                    var answer = client.ask("confirm", elicit("Delete it?", "confirm", "boolean"));
                    return text(
                            arguments.path("filename").asString("")
                                    + ": "
                                    + answer.path("content").path("confirm"));
                });
        later(
                "multi_input",
                "{}",
                false,
                (_, client) -> {
                    var requests = new LinkedHashMap<String, ClientRequest>();
                    requests.put("first", elicit("First?", "name", "string"));
                    requests.put("second", elicit("Second?", "name", "string"));
                    return text(String.join(",", client.askAll(requests).keySet()));
                });
        add(
                "test_tool_with_task",
                "{}",
                (_, client) -> {
                    var answer =
                            client.ask("user_name", elicit("What is your name?", "name", "string"));
                    var name = answer.path("content").path("name").asString("");
                    return new Outcome.Later(_ -> text("Done for " + name), true);
                });
    }

    private void now(String name, String schema, Answer answer) {
        add(
                name,
                schema,
                (arguments, client) -> new Outcome.Done(answer.answer(arguments, client)));
    }

    private void later(String name, String schema, boolean isTaskOnly, Answer answer) {
        add(
                name,
                schema,
                (arguments, _) ->
                        new Outcome.Later(client -> answer.answer(arguments, client), isTaskOnly));
    }

    private void add(String name, String schema, Body body) {
        var definition =
                Json.object().put("name", name).put("description", "Fixture " + name + ".");
        var parsed = (ObjectNode) Json.parse(schema).orElseThrow();
        definition.set("inputSchema", parsed.isEmpty() ? parsed.put("type", "object") : parsed);
        fixtures.put(name, new Fixture(definition, body));
    }

    @Override
    public List<ObjectNode> list() {
        return fixtures.values().stream().map(Fixture::definition).toList();
    }

    @Override
    public Optional<JsonNode> findSchema(String name) {
        return Optional.ofNullable(fixtures.get(name))
                .map(fixture -> fixture.definition().path("inputSchema"));
    }

    @Override
    public Outcome call(String name, JsonNode arguments, CallingClient client)
            throws InterruptedException {
        return fixtures.get(name).body().call(arguments, client);
    }

    private static ObjectNode filled(JsonNode answer) {
        return text(
                "Elicitation completed: action="
                        + answer.path("action").asString("")
                        + ", content="
                        + Json.write(answer.path("content")));
    }

    static ObjectNode text(String text) {
        return content(block(text));
    }

    private static ObjectNode content(ObjectNode... blocks) {
        var result = Json.object();
        result.putArray("content").addAll(List.of(blocks));
        return result;
    }

    static ObjectNode block(String text) {
        return Json.object().put("type", "text").put("text", text);
    }

    static ObjectNode image() {
        return Json.object().put("type", "image").put("data", IMAGE).put("mimeType", "image/png");
    }

    static ObjectNode embedded(String uri, String type, String text) {
        var block = Json.object().put("type", "resource");
        block.putObject("resource").put("uri", uri).put("mimeType", type).put("text", text);
        return block;
    }

    static ClientRequest elicit(String message, String field, String type) {
        return form(
                message,
                "{\"type\":\"object\",\"properties\":{\"%s\":{\"type\":\"%s\"}},\"required\":[\"%s\"]}"
                        .formatted(field, type, field));
    }

    private static ClientRequest form(String message, String schema) {
        return ClientRequest.elicitation(message, Json.parse(schema).orElseThrow());
    }

    private static ClientRequest sample(String text) {
        var params = Json.object().put("maxTokens", 100);
        params.putArray("messages").addObject().put("role", "user").set("content", block(text));
        return new ClientRequest("sampling/createMessage", params);
    }

    private static ClientRequest roots() {
        return new ClientRequest("roots/list", Json.object());
    }
}
