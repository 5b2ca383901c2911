package dev.parley.provider.acp;

import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.provider.AcpOptions;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The tool calls of a turn: one event when a call and its arguments are known, one when it has
/// returned, whatever comes between.
final class AcpTools {
    /// How many characters are kept of the calls of a turn.
    private static final long MOST_KEPT = 16 * 1024 * 1024;

    /// Few and small calls need no counting.
    private static final int CHECKED_EVERY = 64;

    private final Map<String, AcpTool> calls = new LinkedHashMap<>();
    private final @Nullable Pattern nameInId;
    private final boolean hasGrowingArguments;
    private final AcpHostTools hostTools;

    /// Calls that have arrived at our tools, and that the agent has not told of.
    private final List<Action.ToolReached> arrived = new ArrayList<>();

    AcpTools(AcpOptions options, AcpHostTools hostTools) {
        this.hostTools = hostTools;
        nameInId = options.toolName() == null ? null : Pattern.compile(options.toolName());
        hasGrowingArguments = options.growingArguments();
    }

    void begin() {
        calls.clear();
        arrived.clear();
    }

    boolean areUsed() {
        return !calls.isEmpty();
    }

    /// `tool_call` and `tool_call_update` alike: some agents begin with an update.
    List<Event> hear(JsonNode update) {
        var tool = tool(update);
        tool.hear(update);
        match(tool);
        var events = new ArrayList<Event>();
        switch (update.path("status").asString("")) {
            case "in_progress" -> {
                if (tool.areArgumentsKnown()) {
                    tool.call().forEach(events::add);
                }
            }
            case "completed" -> end(tool, false, events);
            case "failed" -> end(tool, true, events);
            default -> {}
        }
        events.addAll(limited(tool));
        return events;
    }

    /// A call has arrived at a tool of ours. It says what it was called with, which not every agent
    /// does.
    List<Event> reached(Action.ToolReached call) {
        arrived.add(call);
        return calls.values().stream().filter(tool -> match(tool)).flatMap(AcpTool::call).toList();
    }

    /// @return whether the call that the agent tells of has arrived now
    private boolean match(AcpTool tool) {
        var found = arrived.stream().filter(tool::mayBe).findFirst();
        found.ifPresent(call -> {
            arrived.remove(call);
            tool.arrived(call.arguments());
        });
        return found.isPresent();
    }

    /// What never returns would fill the memory: the oldest calls are given up for a new one.
    private List<Event> limited(AcpTool newest) {
        if (calls.size() < CHECKED_EVERY && newest.weight() < MOST_KEPT / CHECKED_EVERY) {
            return List.of();
        }
        var kept = calls.values().stream().mapToLong(AcpTool::weight).sum();
        var events = new ArrayList<Event>();
        for (var tool : List.copyOf(calls.values())) {
            if (tool != newest && kept > MOST_KEPT) {
                kept -= tool.weight();
                if (tool.isOpen()) {
                    tool.abandon("Given up: too much was left open.").forEach(events::add);
                }
                calls.values().remove(tool);
            }
        }
        return events;
    }

    private static void end(AcpTool tool, boolean hasFailed, List<Event> events) {
        tool.call().forEach(events::add);
        tool.returned(hasFailed).forEach(events::add);
    }

    /// The call a request for permission is about: it is told before the question.
    AcpTool asked(JsonNode call) {
        var tool = tool(call);
        tool.hearQuestion(call);
        return tool;
    }

    /// The agent goes on: what was refused is over, whether it says so or not.
    List<Event> goOn() {
        return calls.values().stream()
                .filter(tool -> tool.isOpen() && tool.isRefused())
                .flatMap(tool -> tool.abandon(""))
                .toList();
    }

    /// Calls that will not return any more.
    List<Event> abandon(String why) {
        return calls.values().stream()
                .filter(AcpTool::isOpen)
                .flatMap(tool -> tool.abandon(why))
                .toList();
    }

    private AcpTool tool(JsonNode update) {
        var id = update.path("toolCallId").asString("call");
        return calls.computeIfAbsent(id, _ -> newTool(id, name(id, update)));
    }

    private AcpTool newTool(String id, String shown) {
        var ours = hostTools.find(shown);
        return new AcpTool(
                id, ours.orElse(shown), ours.isPresent(), hasGrowingArguments, nameInId != null);
    }

    private String name(String id, JsonNode update) {
        var named = update.path("_meta").path("toolName").asString("");
        if (!named.isEmpty()) {
            return named;
        }
        if (nameInId != null) {
            var found = nameInId.matcher(id);
            if (found.find() && found.groupCount() > 0) {
                return found.group(1);
            }
        }
        return update.path("title").asString(update.path("kind").asString("tool"));
    }
}
