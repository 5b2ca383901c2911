package dev.parley.provider;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an agent that takes tools from MCP servers needs for those of Parley: the part `live.tools`
/// of a profile. The server itself is named by the protocol; this is what its process gets beside
/// it, only if its session has tools, and how it behaves.
///
/// @param arguments `{file}` in one is the name of the file below
/// @param environment variables of the process
/// @param json variables whose value is a JSON object, which these members are added to
/// @param file a file of settings that the CLI is told of; nothing in it is secret
/// @param name what the agent calls one of our tools: `mcp__parley__{tool}`
/// @param patienceSeconds how long a call can be held before the CLI gives it up
/// @param asks it asks for permission, and nothing but the answer permits our tools
/// @param late it takes prompts before it knows its tools
/// @param alone it has one server of a name for all sessions of a process, so that a session with
///   tools needs a process of its own
public record LiveTools(
        List<String> arguments,
        Map<String, String> environment,
        Map<String, ObjectNode> json,
        @Nullable SettingsFile file,
        @Nullable String name,
        @Nullable Integer patienceSeconds,
        boolean asks,
        boolean late,
        boolean alone) {
    /// Every CLI that was looked at waits that long.
    private static final int SHORTEST_SECONDS = 50;

    /// For an agent that nothing is known of.
    public static final LiveTools UNKNOWN =
            new LiveTools(List.of(), Map.of(), Map.of(), null, null, null, false, false, true);

    public LiveTools {
        arguments = arguments == null ? List.of() : List.copyOf(arguments);
        environment = environment == null ? Map.of() : Map.copyOf(environment);
        json = json == null ? Map.of() : Map.copyOf(json);
    }

    public Duration patience() {
        return Duration.ofSeconds(patienceSeconds == null ? SHORTEST_SECONDS : patienceSeconds);
    }

    public Optional<SettingsFile> findFile() {
        return Optional.ofNullable(file);
    }

    /// What the agent calls a tool of ours.
    public Optional<String> nameOf(String tool) {
        return Optional.ofNullable(name).map(template -> template.replace("{tool}", tool));
    }

    /// A file that Parley writes for a CLI, into a directory of its own.
    public record SettingsFile(String name, List<String> lines) {
        public SettingsFile {
            lines = List.copyOf(lines);
        }
    }
}
