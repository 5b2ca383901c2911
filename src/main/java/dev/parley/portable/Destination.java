package dev.parley.portable;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/// Where a session is to be written.
///
/// @param home the CLI's own folder
/// @param project the directory in which the session goes on, as a real path
/// @param projects which names in `home` belong to which directory
/// @param model the model with which it goes on, if one was named
/// @param ids new ones, each once
public record Destination(
        Path home,
        Path project,
        Map<String, String> projects,
        @Nullable String model,
        Instant now,
        ZoneId zone,
        Supplier<UUID> ids) {
    public Destination {
        projects = Map.copyOf(projects);
    }

    public String id() {
        return ids.get().toString();
    }
}
