package dev.parley.provider.codex;

import dev.parley.event.Event;
import dev.parley.stored.Names;
import dev.parley.stored.Scan;

import org.jspecify.annotations.Nullable;

import java.util.function.Function;

/// Tells the same of the lines that most of a legacy rollout consists of as [CodexLines] and
/// [CodexResponses], straight from their bytes.
final class CodexLegacyScan {
    private static final Names OUTPUT = Names.of("call_id", "output");
    private static final Names MESSAGE = Names.of("message");
    private static final Names TEXT = Names.of("text");

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

    private static @Nullable Event said(Scan line, Names name, Function<String, Event> event) {
        String text = null;
        while (!line.member(name).equals(Scan.END)) {
            text = line.said();
        }
        return text == null ? null : event.apply(text);
    }

    /// @param type of what the model saw
    /// @return null when a parser has to look at it, as at a document in a text
    static @Nullable Event response(String type, Scan line) {
        if (!type.equals("function_call_output") && !type.equals("custom_tool_call_output")) {
            return null;
        }
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
