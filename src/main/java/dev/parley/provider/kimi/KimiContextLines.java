package dev.parley.provider.kimi;

import dev.parley.event.Event;
import dev.parley.sessionfile.Branches;
import dev.parley.sessionfile.LineReader;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.scan.Line;

import tools.jackson.databind.JsonNode;

import java.util.BitSet;

/// `context.jsonl` of the Python program: the conversation as the model saw it, without times and
/// without usage (`_usage` is the size of the context).
final class KimiContextLines extends LineReader {
    private final Branches branches = new Branches();

    KimiContextLines(SessionBuilder builder) {
        super(builder);
    }

    @Override
    protected void hear(JsonNode line, Line raw) {
        builder.node(branches.append(null));
        switch (line.path("role").asString("")) {
            case "user" -> onUser(KimiParts.text(line.path("content")));
            case "assistant" -> KimiParts.said(line).forEach(builder::add);
            case "tool" -> builder.add(KimiParts.returned(line, "tool_call_id"));
            case "system", "_system_prompt", "_checkpoint", "_usage" -> {}
            case String other -> builder.unknown(raw, "role " + other);
        }
    }

    private void onUser(String said) {
        // Reminders that the program writes itself.
        if (!said.startsWith("<system")) {
            builder.addStart();
            builder.add(new Event.UserSaid(said, null));
        }
    }

    @Override
    protected BitSet active() {
        return branches.active();
    }
}
