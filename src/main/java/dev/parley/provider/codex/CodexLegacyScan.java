package dev.parley.provider.codex;

import dev.parley.event.Event;
import dev.parley.sessionfile.scan.NameTable;
import dev.parley.sessionfile.scan.Scan;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.function.Function;

/// Tells the same of the lines that most of a legacy rollout consists of as [CodexLines] and
/// [CodexResponses], straight from their bytes.
final class CodexLegacyScan {
    private static final NameTable ARGUMENTS = NameTable.of("call_id", "name", "arguments");
    private static final NameTable INPUT = NameTable.of("call_id", "name", "input");
    private static final NameTable OUTPUT = NameTable.of("call_id", "output");
    private static final NameTable MESSAGE = NameTable.of("message");
    private static final NameTable TEXT = NameTable.of("text");

    private CodexLegacyScan() {}

    /// @param type of an event
    /// @return null when a parser has to look at it
    static @Nullable Event event(String type, Scan line) {
        return switch (type) {
            case "user_message" -> said(line, MESSAGE, text -> new Event.UserSaid(text, null));
            case "agent_message" ->
                    said(line, MESSAGE, text -> new Event.AssistantSaid(text, null));
            case "agent_reasoning" -> said(line, TEXT, Event.Thought::whole);
            default -> null;
        };
    }

    private static @Nullable Event said(Scan line, NameTable name, Function<String, Event> event) {
        String text = null;
        while (!line.member(name).equals(Scan.END)) {
            text = line.said();
        }
        return text == null ? null : event.apply(text);
    }

    /// @param type of what the model saw
    /// @return null when a parser has to look at it
    static @Nullable Event response(String type, Scan line) {
        return switch (type) {
            case "function_call" -> called(line, ARGUMENTS, CodexResponses::arguments);
            case "custom_tool_call" -> called(line, INPUT, CodexResponses::input);
            case "function_call_output", "custom_tool_call_output" -> returned(line);
            default -> null;
        };
    }

    /// @param names those of the call, its tool, and what it is called with
    private static @Nullable Event called(
            Scan line, NameTable names, Function<String, JsonNode> arguments) {
        String call = null;
        String tool = null;
        String with = null;
        for (var name = line.member(names); !name.equals(Scan.END); name = line.member(names)) {
            switch (name) {
                case "call_id" -> call = line.said();
                case "name" -> tool = line.said();
                default -> with = line.said();
            }
        }
        return call == null || tool == null || with == null
                ? null
                : new Event.ToolCalled(call, tool, arguments.apply(with));
    }

    /// A document in a text is for the parser.
    private static @Nullable Event returned(Scan line) {
        String call = null;
        String output = null;
        for (var name = line.member(OUTPUT); !name.equals(Scan.END); name = line.member(OUTPUT)) {
            switch (name) {
                case "call_id" -> call = line.said();
                default -> output = line.said();
            }
        }
        return call == null || output == null || output.stripLeading().startsWith("{")
                ? null
                : CodexResponses.returned(call, output);
    }
}
