package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The items of a thread. Some never complete, because a turn is stopped, steered or tried again;
/// some complete after their turn.
final class CodexItems {
    /// How many characters are kept of items that have not completed.
    private static final long MOST_KEPT = 16 * 1024 * 1024;

    private record Open(CodexItem item, String turn, long weight) {
        boolean isCommand() {
            return item.type().equals("commandExecution");
        }
    }

    private final Map<String, Open> open = new LinkedHashMap<>();
    private long kept;

    List<Event> started(CodexItem item, String turn) {
        var tool = item.tool();
        if (tool.isEmpty()) {
            return List.of();
        }
        var isKnown = removed(item.id()) != null;
        var each = new Open(item, turn, Json.weight(item.json()));
        kept += each.weight;
        open.put(item.id(), each);
        // What never completes would fill the memory: the oldest are given up for a new one.
        var events =
                new ArrayList<>(
                        close(other -> !other.item.id().equals(item.id()) && kept > MOST_KEPT));
        if (!isKnown) {
            events.add(item.called(tool.get()));
        }
        return events;
    }

    private @Nullable Open removed(String id) {
        var found = open.remove(id);
        kept -= found == null ? 0 : found.weight;
        return found;
    }

    List<Event> completed(CodexItem item, String line) {
        return item.tool()
                .map(tool -> {
                    var events = new ArrayList<Event>();
                    if (removed(item.id()) == null) {
                        events.add(item.called(tool));
                    }
                    events.add(item.returned(tool));
                    return (List<Event>) events;
                })
                .orElseGet(() -> whole(item, line));
    }

    private static List<Event> whole(CodexItem item, String line) {
        return switch (item.type()) {
            case "agentMessage", "plan" ->
                    List.of(new Event.AssistantSaid(item.text("text"), item.id()));
            case "reasoning" -> thought(item);
            case "userMessage", "hookPrompt", "contextCompaction", "sleep" -> List.of();
            case String other -> List.of(new Event.Unrecognized(line, "item type " + other));
        };
    }

    /// A model shows a summary of what it thought, or all of it.
    private static List<Event> thought(CodexItem item) {
        var text =
                Stream.of("summary", "content")
                        .flatMap(name -> item.json().path(name).valueStream())
                        .map(part -> part.asString(""))
                        .filter(part -> !part.isBlank())
                        .collect(Collectors.joining("\n\n"));
        return text.isEmpty() ? List.of() : List.of(new Event.Thought(text, null, item.id()));
    }

    /// Which files an item wants to change: a question about it does not tell.
    @Nullable JsonNode changes(String id) {
        var found = open.get(id);
        return found == null ? null : found.item.json().path("changes");
    }

    /// The tool of an MCP server that is being called: a question of the server does not name it.
    Optional<String> toolOf(String server) {
        return open.values().stream()
                .map(Open::item)
                .filter(item -> item.type().equals("mcpToolCall"))
                .filter(item -> item.text("server").equals(server))
                .flatMap(item -> item.tool().stream())
                .map(CodexItem.Tool::name)
                .reduce((_, last) -> last);
    }

    /// The commands of a turn that still run, or wait to.
    Set<String> commands(String turn) {
        return open.values().stream()
                .filter(each -> each.isCommand() && each.turn.equals(turn))
                .map(each -> each.item.id())
                .collect(Collectors.toSet());
    }

    /// A turn is over: only commands may still complete.
    List<Event> turnEnded() {
        return close(each -> !each.isCommand());
    }

    /// These will not complete any more.
    List<Event> dropped(Set<String> ids) {
        return close(each -> ids.contains(each.item.id()));
    }

    List<Event> closeAll() {
        return close(_ -> true);
    }

    private List<Event> close(Predicate<Open> which) {
        var events = new ArrayList<Event>();
        for (var each : List.copyOf(open.values())) {
            if (!which.test(each)) {
                continue;
            }
            var id = each.item.id();
            removed(id);
            each.item
                    .tool()
                    .ifPresent(tool ->
                            events.add(new Event.ToolReturned(id, tool.name(), "", true, null)));
        }
        return events;
    }
}
