package dev.parley.wire;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How a conversation begins. What a CLI takes as arguments of its process is not in here but in
/// its command.
///
/// @param resume the native session to go on with
/// @param settings the permission mode in the provider's own words, from the profile
public record Opening(
        Path cwd,
        Optional<String> resume,
        Optional<String> model,
        Optional<String> system,
        List<Path> directories,
        Map<String, String> settings) {
    public Opening {
        directories = List.copyOf(directories);
        settings = Map.copyOf(settings);
    }

    public static Opening in(Path cwd) {
        return new Opening(
                cwd, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Map.of());
    }
}
