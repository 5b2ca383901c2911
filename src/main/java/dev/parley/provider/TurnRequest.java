package dev.parley.provider;

import dev.parley.api.Permission;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// One turn of a provider that is known. Paths are absolute and real.
///
/// @param home where the CLI keeps all of its state, if not where it usually does; need not exist
/// @param effort how hard the model shall think, in the CLI's own words
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
        Optional<String> effort) {
    public TurnRequest {
        directories = List.copyOf(directories);
    }

    /// One in which the model thinks as hard as it usually does.
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
                Optional.empty());
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
                effort);
    }
}
