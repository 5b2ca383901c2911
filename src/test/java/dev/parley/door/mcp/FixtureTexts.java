package dev.parley.door.mcp;

import dev.parley.base.json.Json;
import dev.parley.tool.CallingClient;
import dev.parley.tool.McpError;
import dev.parley.tool.McpPrompts;
import dev.parley.tool.McpResources;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The prompts and resources that the conformance suite of MCP asks for by their names.
final class FixtureTexts implements McpPrompts {
    private static final Pattern TEMPLATE = Pattern.compile("test://template/([^/]+)/data");

    @Override
    public List<ObjectNode> list() {
        return List.of(
                prompt("test_simple_prompt"),
                prompt("test_prompt_with_arguments", "arg1", "arg2"),
                prompt("test_prompt_with_embedded_resource", "resourceUri"),
                prompt("test_prompt_with_image"),
                prompt("test_input_required_result_prompt"));
    }

    private static ObjectNode prompt(String name, String... arguments) {
        var json = Json.object().put("name", name).put("description", "Fixture " + name + ".");
        var list = json.putArray("arguments");
        for (var argument : arguments) {
            list.addObject()
                    .put("name", argument)
                    .put("description", "Fixture " + argument + ".")
                    .put("required", true);
        }
        return json;
    }

    @Override
    public ObjectNode get(String name, JsonNode arguments, CallingClient client)
            throws InterruptedException {
        return switch (name) {
            case "test_simple_prompt" ->
                    messages(FixtureTools.block("This is a simple prompt for testing."));
            case "test_prompt_with_arguments" ->
                    messages(
                            FixtureTools.block(
                                    "Prompt with arguments: arg1='%s', arg2='%s'"
                                            .formatted(
                                                    arguments.path("arg1").asString(""),
                                                    arguments.path("arg2").asString(""))));
            case "test_prompt_with_embedded_resource" ->
                    messages(
                            FixtureTools.embedded(
                                    arguments.path("resourceUri").asString(""),
                                    "text/plain",
                                    "Embedded resource content for testing."),
                            FixtureTools.block("Please process the embedded resource above."));
            case "test_prompt_with_image" ->
                    messages(
                            FixtureTools.image(),
                            FixtureTools.block("Please analyze the image above."));
            case "test_input_required_result_prompt" -> {
                var answer =
                        client.ask(
                                "user_context",
                                FixtureTools.elicit("Which context?", "context", "string"));
                yield messages(FixtureTools.block(Json.write(answer)));
            }
            default -> throw McpError.invalid("Unknown prompt: " + name);
        };
    }

    private static ObjectNode messages(ObjectNode... contents) {
        var result = Json.object();
        var messages = result.putArray("messages");
        for (var content : contents) {
            messages.addObject().put("role", "user").set("content", content);
        }
        return result;
    }

    static McpResources resources() {
        return new McpResources() {
            @Override
            public List<ObjectNode> list() {
                return List.of(
                        resource("test://static-text", "text/plain"),
                        resource("test://static-binary", "image/png"),
                        resource("test://watched-resource", "text/plain"));
            }

            @Override
            public List<ObjectNode> templates() {
                return templateList();
            }

            @Override
            public Optional<List<ObjectNode>> read(String uri, CallingClient client) {
                return contentsAt(uri);
            }
        };
    }

    private static ObjectNode resource(String uri, String type) {
        return Json.object()
                .put("uri", uri)
                .put("name", uri.replaceAll(".*/", ""))
                .put("description", "Fixture " + uri + ".")
                .put("mimeType", type);
    }

    private static List<ObjectNode> templateList() {
        return List.of(
                Json.object()
                        .put("uriTemplate", "test://template/{id}/data")
                        .put("name", "template")
                        .put("description", "Fixture template.")
                        .put("mimeType", "application/json"));
    }

    private static Optional<List<ObjectNode>> contentsAt(String uri) {
        var template = TEMPLATE.matcher(uri);
        if (template.matches()) {
            var text =
                    Json.object()
                            .put("id", template.group(1))
                            .put("templateTest", true)
                            .put("data", "Data for ID: " + template.group(1));
            return Optional.of(List.of(contents(uri, "application/json", Json.write(text))));
        }
        return switch (uri) {
            case "test://static-text" ->
                    Optional.of(
                            List.of(
                                    contents(
                                            uri,
                                            "text/plain",
                                            "This is the content of the static text resource.")));
            case "test://watched-resource" ->
                    Optional.of(List.of(contents(uri, "text/plain", "Watched resource content")));
            case "test://static-binary" ->
                    Optional.of(
                            List.of(
                                    Json.object()
                                            .put("uri", uri)
                                            .put("mimeType", "image/png")
                                            .put("blob", FixtureTools.IMAGE)));
            default -> Optional.empty();
        };
    }

    private static ObjectNode contents(String uri, String type, String text) {
        return Json.object().put("uri", uri).put("mimeType", type).put("text", text);
    }
}
