package dev.parley.work;

import dev.parley.api.Permission;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A run as it is asked for from outside, all in the asker's words.
///
/// @param prompt what the agent is to do
/// @param provider the CLI, if it is chosen by name
/// @param model the model; without a provider it also chooses the CLI
/// @param resume the session to go on with: `provider:id`, or an id beside `provider`
/// @param cwd the absolute directory the agent works in
/// @param directories further absolute directories
/// @param permission what it may do without asking; `ask` unless given
/// @param system instructions to add to its system prompt
/// @param timeout how long it may take, such as `30m`
/// @param home the absolute directory below which the CLI keeps all of its state; made if missing
public record RunRequest(
        @Nullable String prompt,
        @Nullable String provider,
        @Nullable String model,
        @Nullable String resume,
        @Nullable String cwd,
        List<String> directories,
        @Nullable Permission permission,
        @Nullable String system,
        @Nullable String timeout,
        @Nullable String home) {
    public RunRequest {
        directories = directories == null ? List.of() : List.copyOf(directories);
    }
}
