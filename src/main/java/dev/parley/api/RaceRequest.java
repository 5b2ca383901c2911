package dev.parley.api;

import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// The same task for several agents, side by side.
///
/// @param project the absolute path of the repository
/// @param models who takes part: names of models or of providers
/// @param check a command for a shell that says whether the work is good; absent: none
/// @param judge a model that says which one it would take, when all are done; absent: none
/// @param permission what agents may do without asking; `edit` unless given
public record RaceRequest(
        @Nullable String project,
        @Nullable String task,
        List<String> models,
        @Nullable String check,
        @Nullable String judge,
        @Nullable Permission permission) {
    public RaceRequest {
        models = models == null ? List.of() : List.copyOf(models);
    }
}
