package dev.parley.door.openai;

import dev.parley.work.call.ClientFunction;
import dev.parley.work.call.Functions;
import dev.parley.work.call.Functions.Choice;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads which functions an agent is to call.
final class FunctionChoice {
    private static final String NAME = "tool_choice";

    private FunctionChoice() {}

    static Functions read(JsonNode choice, List<ClientFunction> functions, boolean parallel) {
        if (Parameters.isAbsent(choice)) {
            return new Functions(functions, Choice.AUTO, Set.of(), parallel);
        }
        if (choice.isString()) {
            return new Functions(functions, mode(choice.asString(), functions), Set.of(), parallel);
        }
        return switch (choice.path("type").asString("")) {
            case "function", "custom" ->
                    new Functions(
                            functions,
                            mode("required", functions),
                            Set.of(named(choice, functions)),
                            parallel);
            case "allowed_tools" -> {
                // Chats have it one level deeper.
                var nested = choice.path("allowed_tools");
                var allowed = nested.isObject() ? nested : choice;
                var only = new HashSet<String>();
                Parameters.list(allowed.path("tools"), NAME + ".tools")
                        .forEach(tool -> only.add(named(tool, functions)));
                yield new Functions(
                        functions,
                        mode(allowed.path("mode").asString("auto"), functions),
                        only,
                        parallel);
            }
            case String other ->
                    throw ApiError.unsupported(
                            NAME,
                            "Choose auto, none, required, a function or allowed_tools, not '"
                                    + other
                                    + "'.");
        };
    }

    private static Choice mode(String word, List<ClientFunction> functions) {
        var mode =
                switch (word) {
                    case "auto" -> Choice.AUTO;
                    case "none" -> Choice.NONE;
                    case "required" -> Choice.REQUIRED;
                    default ->
                            throw ApiError.wrong(
                                    NAME,
                                    "Invalid value for '" + NAME + "'.",
                                    "Use auto, none or required, or name a function.");
                };
        if (mode == Choice.REQUIRED && functions.isEmpty()) {
            throw ApiError.wrong(
                    NAME, "'" + NAME + "' needs 'tools'.", "Send functions, or leave it out.");
        }
        return mode;
    }

    private static String named(JsonNode choice, List<ClientFunction> functions) {
        var nested = choice.path(choice.path("type").asString("function"));
        var name = (nested.isObject() ? nested : choice).path("name").asString("");
        return functions.stream()
                .filter(function -> function.name().equals(name))
                .map(ClientFunction::fullName)
                .findFirst()
                .orElseThrow(() ->
                        ApiError.wrong(
                                NAME,
                                "'" + NAME + "' names a function that is not in 'tools'.",
                                "Name one of them."));
    }
}
