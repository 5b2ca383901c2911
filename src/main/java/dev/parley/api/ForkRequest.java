package dev.parley.api;

import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

/// How a session goes on from a turn of another one.
///
/// @param prompt what to begin with, if it is known already
/// @param provider absent: the same
/// @param model absent: the same, where the provider is
/// @param permission absent: the same
public record ForkRequest(
        @Nullable String prompt,
        @Nullable String provider,
        @Nullable String model,
        @Nullable Permission permission) {
    public static final ForkRequest PLAIN = new ForkRequest(null, null, null, null);
}
