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
/// @param tools what Parley offers to the agent; to be given again with each resume
public record Opening(
        Path cwd,
        Optional<String> resume,
        Optional<String> model,
        Optional<String> system,
        List<Path> directories,
        Map<String, String> settings,
        OfferedTools tools) {
    public Opening {
        directories = List.copyOf(directories);
        settings = Map.copyOf(settings);
    }

    /// Without tools.
    public Opening(
            Path cwd,
            Optional<String> resume,
            Optional<String> model,
            Optional<String> system,
            List<Path> directories,
            Map<String, String> settings) {
        this(cwd, resume, model, system, directories, settings, OfferedTools.NONE);
    }

    public static Opening in(Path cwd) {
        return new Opening(
                cwd, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Map.of());
    }

    public Opening offering(OfferedTools offered) {
        return new Opening(cwd, resume, model, system, directories, settings, offered);
    }
}
