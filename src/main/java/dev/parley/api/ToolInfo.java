package dev.parley.api;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/// A tool of Parley's, as those who work in a directory see it.
///
/// @param group the group it is in: `tickets`, `own` for the user's, `project` for the project's
/// @param effect what a call does to the world: `reads`, `writes` or `destroys`
/// @param file where it is declared; absent: in Parley itself
/// @param isUsual whether live sessions in the directory get it without asking for it
/// @param problem why it cannot be used; then nothing else is known but its file
public record ToolInfo(
        String name,
        @Nullable String group,
        @Nullable String description,
        @Nullable String effect,
        @Nullable JsonNode schema,
        @Nullable String file,
        boolean isUsual,
        @Nullable String problem) {}
