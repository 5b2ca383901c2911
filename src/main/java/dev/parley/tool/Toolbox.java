package dev.parley.tool;

import dev.parley.event.ToolResult;
import dev.parley.wire.ToolDefinition;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The tools of one caller: some of those that everybody may have, and some that are its own.
///
/// @param names those of the shared ones that the caller may see and call
/// @param own they win over shared ones of the same name
public record Toolbox(ToolRegistry shared, Set<String> names, ToolRegistry own) {
    public Toolbox {
        names = Set.copyOf(names);
    }

    /// Shared tools only.
    public Toolbox(ToolRegistry shared, Set<String> names) {
        this(shared, names, new ToolRegistry());
    }

    public List<ToolDefinition> definitions() {
        return Stream.concat(
                        own.definitions().stream(),
                        shared.definitions(names).stream().filter(one -> !own.has(one.name())))
                .toList();
    }

    public boolean has(String tool) {
        return own.has(tool) || (names.contains(tool) && shared.has(tool));
    }

    /// Whether a call of it may take longer than a client waits.
    boolean isLong(String tool) {
        return (own.has(tool) ? own : shared).isLong(tool);
    }

    /// Calls a tool and waits for it, as [ToolRegistry#call] does.
    public ToolResult call(String name, ToolCall call) throws InterruptedException {
        return !own.has(name) && !names.contains(name)
                ? ToolResult.error("There is no tool " + name + ".")
                : (own.has(name) ? own : shared).call(name, call);
    }
}
