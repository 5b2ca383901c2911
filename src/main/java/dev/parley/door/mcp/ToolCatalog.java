package dev.parley.door.mcp;

import dev.parley.base.json.Json;
import dev.parley.base.resource.Resources;
import dev.parley.event.ToolResult;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.wire.ToolDefinition;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// The tools that Parley shows to MCP clients, as `tools.json` describes them. Knowing them needs
/// nothing of the program, so that a list is there at once.
final class ToolCatalog {
    private static final String SHARED = "#";

    private final Map<String, ToolDefinition> definitions = new LinkedHashMap<>();
    private final Set<String> longOnes;

    ToolCatalog() {
        var entries = Json.parseOwn(Resources.text(ToolCatalog.class, "tools.json")).orElseThrow();
        var shared =
                entries.valueStream()
                        .filter(entry -> name(entry).startsWith(SHARED))
                        .collect(
                                Collectors.toMap(ToolCatalog::name, entry -> entry.path("output")));
        entries.valueStream()
                .filter(entry -> !name(entry).startsWith(SHARED))
                .forEach(entry -> definitions.put(name(entry), definition(entry, shared)));
        longOnes =
                entries.valueStream()
                        .filter(entry -> entry.path("long").asBoolean(false))
                        .map(ToolCatalog::name)
                        .collect(Collectors.toUnmodifiableSet());
    }

    private static String name(JsonNode entry) {
        return entry.path("name").asString("");
    }

    private static ToolDefinition definition(JsonNode entry, Map<String, JsonNode> shared) {
        var output = entry.path("output");
        var reference = output.path("$ref").asString("");
        return new ToolDefinition(
                name(entry),
                entry.path("description").asString(""),
                entry.path("input"),
                ToolDefinition.Effect.valueOf(
                        entry.path("effect").asString("").toUpperCase(Locale.ROOT)),
                shared.getOrDefault(reference, output));
    }

    /// In an order that does not change.
    List<ToolDefinition> definitions() {
        return List.copyOf(definitions.values());
    }

    Set<String> names() {
        return Set.copyOf(definitions.keySet());
    }

    boolean isLong(String name) {
        return longOnes.contains(name);
    }

    /// What a tool does, in one method.
    interface Body {
        ToolResult call(ToolCall call) throws InterruptedException;
    }

    /// A tool of this catalog that does something.
    Tool tool(String name, Body body) {
        var definition = Objects.requireNonNull(definitions.get(name));
        var isLong = longOnes.contains(name);
        return new Tool() {
            @Override
            public ToolDefinition definition() {
                return definition;
            }

            @Override
            public ToolResult call(ToolCall call) throws InterruptedException {
                return body.call(call);
            }

            @Override
            public boolean isLong() {
                return isLong;
            }
        };
    }
}
