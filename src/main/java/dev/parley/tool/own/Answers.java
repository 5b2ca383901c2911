package dev.parley.tool.own;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;

/// What a tool printed, as a result: a JSON object is a structure, anything else is text.
final class Answers {
    private static final int ENOUGH = 4000;

    private Answers() {}

    /// What went wrong is at the end.
    static String shortened(String text) {
        var whole = text.strip();
        return whole.length() <= ENOUGH ? whole : "… " + whole.substring(whole.length() - ENOUGH);
    }

    static ToolResult of(String output) {
        var text = output.strip();
        return text.startsWith("{")
                ? Json.parseObject(text)
                        .map(structure -> new ToolResult(text, structure, false))
                        .orElseGet(() -> ToolResult.text(text))
                : ToolResult.text(text.isEmpty() ? "(no output)" : text);
    }
}
