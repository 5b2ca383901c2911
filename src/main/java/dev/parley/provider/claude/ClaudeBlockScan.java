package dev.parley.provider.claude;

import dev.parley.event.Event;
import dev.parley.sessionfile.scan.NameTable;
import dev.parley.sessionfile.scan.Scan;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.List;

/// Tells the same of a content block as [MessageBlocks], straight from the bytes of its line.
final class ClaudeBlockScan {
    private static final NameTable TYPES =
            NameTable.of("tool_result", "text", "thinking", "tool_use", "redacted_thinking");
    private static final NameTable TYPE = NameTable.of("type");
    private static final NameTable BLOCK =
            NameTable.of(
                    "type",
                    "tool_use_id",
                    "content",
                    "is_error",
                    "text",
                    "thinking",
                    "id",
                    "name",
                    "input");

    private ClaudeBlockScan() {}

    /// @return its type, if it is one of those above
    static String type(Scan line) {
        var type = NameTable.NONE;
        line.enter();
        while (!line.member(TYPE).equals(Scan.END)) {
            type = line.word(TYPES);
        }
        return type;
    }

    /// @param message the id of the message it is in
    /// @param told gets what it says; nothing if a parser has to look at it
    /// @return its type
    static String read(Scan line, @Nullable String message, List<Event> told) {
        var type = NameTable.NONE;
        var call = "";
        var id = "";
        var name = "";
        String text = null;
        JsonNode input = MissingNode.getInstance();
        var isError = false;
        line.enter();
        for (var member = line.member(BLOCK);
                !member.equals(Scan.END);
                member = line.member(BLOCK)) {
            switch (member) {
                case "type" -> type = line.word(TYPES);
                case "tool_use_id" -> call = line.said();
                case "content", "text", "thinking" -> text = line.said();
                case "id" -> id = line.said();
                case "name" -> name = line.said();
                case "input" -> input = line.json();
                default -> isError = line.isTrue();
            }
        }
        if (type.equals("tool_use") && id != null && name != null) {
            told.add(new Event.ToolCalled(id, name, input));
        } else if (type.equals("tool_result") && call != null && text != null) {
            told.add(new Event.ToolReturned(call, null, text, isError, null));
        } else if (type.equals("text") && message != null && text != null) {
            told.add(new Event.AssistantSaid(text, message));
        } else if (type.equals("thinking") && message != null && text != null) {
            told.add(new Event.Thought(text, null, message));
        }
        return type;
    }
}
