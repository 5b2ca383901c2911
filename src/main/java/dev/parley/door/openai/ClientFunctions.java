package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.work.call.ClientFunction;
import dev.parley.work.call.Functions;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/// Reads the functions of a client, of either API. All of it is the client's word: names are
/// checked, schemas are passed on and never looked into.
final class ClientFunctions {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final int MOST = 256;
    private static final int LARGEST = 2 * 1024 * 1024;

    private final Parameters parameters;
    private final List<ClientFunction> functions = new ArrayList<>();

    private ClientFunctions(Parameters parameters) {
        this.parameters = parameters;
    }

    static Functions read(Parameters parameters) {
        var tools = parameters.get("tools");
        var reader = new ClientFunctions(parameters);
        if (!Parameters.isAbsent(tools)) {
            reader.addAll(Parameters.list(tools, "tools"), "tools", null);
            reader.check(tools);
        }
        return FunctionChoice.read(
                parameters.get("tool_choice"),
                reader.functions,
                parameters.flagOr(true, "parallel_tool_calls"));
    }

    private void check(JsonNode tools) {
        if (functions.size() > MOST) {
            throw ApiError.wrong(
                    "tools",
                    "'tools' has %d functions; %d are allowed.".formatted(functions.size(), MOST),
                    "Send those that matter.");
        }
        if (Json.write(tools).length() > LARGEST) {
            throw ApiError.wrong("tools", "'tools' is larger than 2 MB.", "Make it shorter.");
        }
        var names = new HashSet<String>();
        for (var function : functions) {
            if (!names.add(function.fullName())) {
                throw ApiError.wrong(
                        "tools",
                        "'tools' has two functions named '" + function.fullName() + "'.",
                        "Give each a name of its own.");
            }
        }
    }

    private void addAll(JsonNode list, String place, @Nullable String group) {
        for (var at = 0; at < list.size(); at++) {
            add(list.get(at), place + "[" + at + "]", group);
        }
    }

    private void add(JsonNode tool, String place, @Nullable String group) {
        if (!tool.isObject()) {
            throw Parameters.wrongType(place, "an object");
        }
        var type = tool.path("type").asString("");
        switch (type) {
            case "function", "custom" -> {
                // Chats have it one level deeper.
                var nested = tool.path(type);
                var where = nested.isObject() ? place + "." + type : place;
                functions.add(function(nested.isObject() ? nested : tool, where, group, type));
            }
            case "namespace" -> {
                if (group != null) {
                    throw ApiError.unsupported(place, "A namespace has functions only.");
                }
                var where = place + ".tools";
                addAll(Parameters.list(tool.path("tools"), where), where, name(tool, place));
            }
            case "" -> throw Parameters.wrongType(place + ".type", "a string");
            // Tools that OpenAI runs itself.
            default -> parameters.ignore(place + " (" + shown(type) + ")");
        }
    }

    private static ClientFunction function(
            JsonNode function, String place, @Nullable String group, String type) {
        var name = name(function, place);
        var description = function.path("description").asString("");
        return type.equals("custom")
                ? new ClientFunction(
                        group, name, description + format(function), inputSchema(), true)
                : new ClientFunction(group, name, description, schema(function, place), false);
    }

    private static String name(JsonNode named, String place) {
        var name = Parameters.text(named, "name", place);
        if (!NAME.matcher(name).matches()) {
            throw ApiError.wrong(
                    place + ".name",
                    "Invalid value for '" + place + ".name': '" + shown(name) + "'.",
                    "Use up to 64 letters, digits, dashes and underscores.");
        }
        return name;
    }

    private static String shown(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "…" : text;
    }

    private static JsonNode schema(JsonNode function, String place) {
        var schema = function.path("parameters");
        if (Parameters.isAbsent(schema)) {
            var none = Json.object().put("type", "object");
            none.putObject("properties");
            return none;
        }
        if (!schema.isObject() || !schema.path("type").asString("object").equals("object")) {
            throw ApiError.wrong(
                    place + ".parameters",
                    "'" + place + ".parameters' is no JSON Schema of an object.",
                    "Give it the type \"object\".");
        }
        return schema.has("type")
                ? schema
                : Json.object().put("type", "object").setAll((ObjectNode) schema);
    }

    private static JsonNode inputSchema() {
        var schema = Json.object().put("type", "object");
        schema.putObject("properties").putObject(ClientFunction.INPUT).put("type", "string");
        schema.putArray("required").add(ClientFunction.INPUT);
        return schema;
    }

    /// How its text is to look.
    private static String format(JsonNode custom) {
        var format = custom.path("format");
        var grammar = format.path("grammar").isObject() ? format.path("grammar") : format;
        var definition = grammar.path("definition").asString("");
        return definition.isEmpty()
                ? ""
                : "\n\nIts input must follow this grammar (%s):\n%s"
                        .formatted(grammar.path("syntax").asString(""), definition);
    }
}
