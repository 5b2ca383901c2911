package dev.parley.provider;

import dev.parley.event.Permission;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// One turn of a provider that is known. Paths are absolute and real.
///
/// @param tools the names of Parley's tools that the agent gets
/// @param home where the CLI keeps all of its state, if not where it usually does; need not exist
/// @param effort how much the model is to think: a level that the profile has
public record TurnRequest(
        String prompt,
        Path cwd,
        Permission permission,
        Optional<String> session,
        Optional<String> model,
        Optional<String> system,
        List<Path> directories,
        Optional<Path> home,
        Attachments attachments,
        List<String> tools,
        Optional<String> effort) {
    public TurnRequest {
        directories = List.copyOf(directories);
        tools = List.copyOf(tools);
    }

    /// Without tools of Parley's, and with the effort that the CLI chooses.
    public TurnRequest(
            String prompt,
            Path cwd,
            Permission permission,
            Optional<String> session,
            Optional<String> model,
            Optional<String> system,
            List<Path> directories,
            Optional<Path> home,
            Attachments attachments) {
        this(
                prompt,
                cwd,
                permission,
                session,
                model,
                system,
                directories,
                home,
                attachments,
                List.of(),
                Optional.empty());
    }

    public TurnRequest withTools(List<String> names) {
        return new TurnRequest(
                prompt,
                cwd,
                permission,
                session,
                model,
                system,
                directories,
                home,
                attachments,
                names,
                effort);
    }

    public TurnRequest in(Path directory) {
        return new TurnRequest(
                prompt,
                directory,
                permission,
                session,
                model,
                system,
                directories,
                home,
                attachments,
                tools,
                effort);
    }
}
