package dev.parley.provider;

import dev.parley.event.Permission;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A live conversation, as a person or program asks for it. Paths are absolute and real.
///
/// @param resume the native session to go on with
/// @param home where the CLI keeps all of its state, if not where it usually does; need not exist
public record LiveRequest(
        Path cwd,
        Permission permission,
        Optional<String> resume,
        Optional<String> model,
        Optional<String> system,
        List<Path> directories,
        Optional<Path> home) {
    public LiveRequest {
        directories = List.copyOf(directories);
    }

    public static LiveRequest in(Path cwd, Permission permission) {
        return new LiveRequest(
                cwd,
                permission,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }
}
