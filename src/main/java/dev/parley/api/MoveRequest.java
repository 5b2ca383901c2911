package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/// What is asked for when a conversation is to go on in another CLI.
///
/// @param to the provider
/// @param model with which it goes on there
/// @param fromTurn the first turn that is brought, counted from one; absent: all, or what follows a
///   summary that the CLI itself goes on from
/// @param toTurn the last one
/// @param cwd another directory than its own
public record MoveRequest(
        String to,
        @Nullable String model,
        @Nullable Integer fromTurn,
        @Nullable Integer toTurn,
        @Nullable Path cwd) {
    public static MoveRequest to(String provider) {
        return new MoveRequest(provider, null, null, null, null);
    }
}
