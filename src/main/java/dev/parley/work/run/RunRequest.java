package dev.parley.work.run;

import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A single turn as a person or program asks for it. Only the words that say who answers are still
/// to be understood: that takes the providers and the models.
///
/// @param prompt what the agent is to do
/// @param provider the CLI, if it is chosen by name
/// @param model the model; without a provider it also chooses the CLI
/// @param resume the session to resume: `provider:id`, or an id beside `provider`
/// @param cwd the absolute directory the agent works in
/// @param directories further absolute directories
/// @param permission what it may do without asking
/// @param system instructions to add to its system prompt
/// @param timeout how long it may take, if not as long as configured
/// @param tools the tools of Parley's that the agent gets, by name or by group
/// @param home the absolute directory below which the CLI keeps all of its state; made if missing
public record RunRequest(
        String prompt,
        @Nullable String provider,
        @Nullable String model,
        @Nullable String resume,
        Path cwd,
        List<Path> directories,
        Permission permission,
        Optional<String> system,
        Optional<Duration> timeout,
        Optional<Path> home,
        List<String> tools) {
    public RunRequest {
        directories = List.copyOf(directories);
        tools = List.copyOf(tools);
    }

    /// Without tools of Parley's.
    public RunRequest(
            String prompt,
            @Nullable String provider,
            @Nullable String model,
            @Nullable String resume,
            Path cwd,
            List<Path> directories,
            Permission permission,
            Optional<String> system,
            Optional<Duration> timeout,
            Optional<Path> home) {
        this(
                prompt,
                provider,
                model,
                resume,
                cwd,
                directories,
                permission,
                system,
                timeout,
                home,
                List.of());
    }
}
