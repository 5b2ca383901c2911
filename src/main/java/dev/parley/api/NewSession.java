package dev.parley.api;

import dev.parley.event.Action;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A live session as it is asked for from outside, all in the client's words.
///
/// @param provider the CLI, if it is chosen by name
/// @param model the model; without a provider it also chooses the CLI
/// @param cwd the absolute directory the agent works in; a resumed session of ours knows its own
/// @param permission what it may do without asking; `ask` unless given
/// @param resume what to go on with: an id of ours, `provider:id`, or an id beside `provider`
/// @param system instructions to add to its system prompt
/// @param directories further absolute directories
/// @param home the absolute directory below which the CLI keeps all of its state; made if missing
/// @param tools the names of Parley's tools that the agent gets; absent: those of the configuration
/// @param prompt what to begin with, if it is known already
public record NewSession(
        @Nullable String provider,
        @Nullable String model,
        @Nullable String cwd,
        @Nullable Permission permission,
        @Nullable String resume,
        @Nullable String system,
        List<String> directories,
        @Nullable String home,
        @Nullable List<String> tools,
        Action.@Nullable Prompt prompt) {
    public NewSession {
        directories = directories == null ? List.of() : List.copyOf(directories);
        tools = tools == null ? null : List.copyOf(tools);
    }

    /// The least that can be said.
    public static NewSession with(String provider, String cwd, Permission permission) {
        return new NewSession(
                provider, null, cwd, permission, null, null, List.of(), null, null, null);
    }

    public static NewSession resuming(String resume) {
        return new NewSession(null, null, null, null, resume, null, List.of(), null, null, null);
    }

    /// The same, going on with a session of the provider.
    public NewSession resumed(String earlier) {
        return new NewSession(
                provider,
                model,
                cwd,
                permission,
                earlier,
                system,
                directories,
                home,
                tools,
                prompt);
    }

    public NewSession withModel(@Nullable String name) {
        return new NewSession(
                provider, name, cwd, permission, resume, system, directories, home, tools, prompt);
    }

    public NewSession saying(Action.@Nullable Prompt first) {
        return new NewSession(
                provider, model, cwd, permission, resume, system, directories, home, tools, first);
    }

    /// @param names absent: those of the configuration
    public NewSession withTools(@Nullable List<String> names) {
        return new NewSession(
                provider, model, cwd, permission, resume, system, directories, home, names, prompt);
    }
}
