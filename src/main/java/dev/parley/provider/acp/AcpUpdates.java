package dev.parley.provider.acp;

import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.provider.AcpOptions;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/// What the agent tells while it works, in our events: messages, thoughts, tools, tokens.
final class AcpUpdates {
    private final AcpMessages messages;
    private final AcpTools tools;
    private final AcpUsage usage;
    private boolean areThereAny;
    private boolean endsWithDoneTool;

    /// @param isNew a session that has no history
    AcpUpdates(AcpOptions quirks, AcpHostTools hostTools, boolean isNew) {
        messages = new AcpMessages(quirks);
        tools = new AcpTools(quirks, hostTools);
        usage = new AcpUsage(quirks, isNew);
    }

    /// A turn begins; what was being said without one is whole.
    List<Event> begin(String turnId) {
        var events = messages.end();
        messages.begin(turnId);
        tools.begin();
        usage.begin();
        areThereAny = false;
        endsWithDoneTool = false;
        return events;
    }

    /// Whether nothing was said, or nothing after a tool that did its work: a model answers to
    /// that.
    boolean haveNoEnd() {
        return !areThereAny || endsWithDoneTool;
    }

    List<Event> hear(JsonNode update, String line) {
        return switch (update.path("sessionUpdate").asString("")) {
            case "agent_message_chunk" -> {
                usage.hearReply(update);
                yield seen(messages.say(update));
            }
            case "agent_thought_chunk" -> seen(messages.think(update));
            case "tool_call", "tool_call_update" -> {
                areThereAny = true;
                endsWithDoneTool = update.path("status").asString("").equals("completed");
                var events = new ArrayList<>(messages.end());
                events.addAll(tools.hear(update));
                yield events;
            }
            case "usage_update" -> {
                usage.hearUpdate(update);
                yield List.of();
            }
            // A plan is what a tool has written, the user's words are ours.
            case "plan", "user_message_chunk", "available_commands_update" -> List.of();
            case String other -> List.of(new Event.Unrecognized(line, "session update " + other));
        };
    }

    private List<Event> seen(List<Event> said) {
        if (said.isEmpty()) {
            return said;
        }
        areThereAny = true;
        endsWithDoneTool = false;
        var events = new ArrayList<>(tools.goOn());
        events.addAll(said);
        return events;
    }

    /// The tool a permission is asked for.
    AcpTool asked(JsonNode call) {
        areThereAny = true;
        return tools.asked(call);
    }

    /// A call of a tool of ours has arrived at it.
    List<Event> reached(Action.ToolReached call) {
        return tools.reached(call);
    }

    /// What is told before the question.
    List<Event> call(AcpTool tool) {
        var events = new ArrayList<>(messages.end());
        tool.call().forEach(events::add);
        return events;
    }

    /// @param result the answer that ended the turn
    List<Event> end(EndReason reason, JsonNode result) {
        var events = new ArrayList<>(messages.end());
        events.addAll(
                tools.abandon(
                        reason == EndReason.INTERRUPTED
                                ? "Interrupted."
                                : "The turn ended before it returned."));
        usage.end(result, tools.areUsed())
                .ifPresent(used -> events.add(new Event.TokensUsed(used)));
        return events;
    }
}
