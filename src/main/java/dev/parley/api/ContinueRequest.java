package dev.parley.api;

import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

/// What is asked for when a live session is to go on in another CLI, in its own directory.
///
/// @param to the provider
/// @param model with which it goes on there
/// @param fromTurn the first turn that is brought
/// @param toTurn the last one
/// @param permission what it may do there without asking; absent: what it may here
public record ContinueRequest(
        String to,
        @Nullable String model,
        @Nullable Integer fromTurn,
        @Nullable Integer toTurn,
        @Nullable Permission permission) {
    public static ContinueRequest to(String provider) {
        return new ContinueRequest(provider, null, null, null, null);
    }
}
