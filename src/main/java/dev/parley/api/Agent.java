package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/// A persona in rooms: who it is, and what answers for it.
///
/// @param name how it is mentioned: `@name`
/// @param instructions who it is; no other agent sees them
/// @param provider the CLI that answers; absent: whoever answers to the name of the model
/// @param avatar a character or two that people see beside its name
/// @param tools the names of Parley's tools that it may call
/// @param effort how much its model is to think
/// @param home `own` (the usual): its CLI sees nothing of the user's; `user`: the user's own home
/// @param mcpServers MCP servers of its own, by name; no other agent has their tools
public record Agent(
        String name,
        String instructions,
        @Nullable String provider,
        @Nullable String model,
        @Nullable String avatar,
        List<String> tools,
        @Nullable String effort,
        @Nullable String home,
        Map<String, ToolServer> mcpServers) {
    public static final String OWN_HOME = "own";
    public static final String USER_HOME = "user";

    public Agent {
        instructions = instructions == null ? "" : instructions.strip();
        tools = tools == null ? List.of() : List.copyOf(tools);
        mcpServers = mcpServers == null ? Map.of() : Map.copyOf(mcpServers);
    }

    /// One that a CLI answers for.
    public static Agent on(String provider, String name, String instructions) {
        return new Agent(name, instructions, provider, null, null, List.of(), null, null, Map.of());
    }

    /// One that whoever answers to the name of a model answers for.
    ///
    /// @param model absent: it is said later
    public static Agent ofModel(@Nullable String model, String name, String instructions) {
        return new Agent(name, instructions, null, model, null, List.of(), null, null, Map.of());
    }

    public Agent answeredBy(@Nullable String by, @Nullable String other) {
        return new Agent(name, instructions, by, other, avatar, tools, effort, home, mcpServers);
    }

    public Agent withModel(@Nullable String other) {
        return answeredBy(provider, other);
    }

    public Agent withServers(Map<String, ToolServer> servers) {
        return new Agent(name, instructions, provider, model, avatar, tools, effort, home, servers);
    }

    public Agent saying(String others) {
        return new Agent(name, others, provider, model, avatar, tools, effort, home, mcpServers);
    }

    public Agent named(String other) {
        return new Agent(
                other, instructions, provider, model, avatar, tools, effort, home, mcpServers);
    }
}
