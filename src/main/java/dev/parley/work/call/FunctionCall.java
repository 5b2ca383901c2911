package dev.parley.work.call;

import org.jspecify.annotations.Nullable;

/// A call of a function of the client, as the agent made it or as the client tells it.
///
/// @param id what the result refers to
/// @param group that of the function, if it has one
/// @param arguments a JSON text, unless the function takes a text
public record FunctionCall(
        String id, @Nullable String group, String name, String arguments, boolean takesText) {}
