package dev.parley.work.call;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/// A function of the client that the agent may call. It runs at the client.
///
/// @param group the client's name for several functions that belong together
/// @param schema the JSON Schema of its arguments, as the client wrote it
/// @param takesText its argument is one text, which an agent gives as `input`
public record ClientFunction(
        @Nullable String group,
        String name,
        String description,
        JsonNode schema,
        boolean takesText) {
    /// Its argument where it takes a text.
    public static final String INPUT = "input";

    /// What tells it from the others.
    public String fullName() {
        return group == null ? name : group + "__" + name;
    }
}
