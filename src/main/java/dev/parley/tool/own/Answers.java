package dev.parley.tool.own;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;

/// What a tool printed, as a result: a JSON object is a structure, anything else is text.
final class Answers {
    private Answers() {}

    static ToolResult of(String output) {
        var text = output.strip();
        return text.startsWith("{")
                ? Json.parseObject(text)
                        .map(structure -> new ToolResult(text, structure, false))
                        .orElseGet(() -> ToolResult.text(text))
                : ToolResult.text(text.isEmpty() ? "(no output)" : text);
    }
}
