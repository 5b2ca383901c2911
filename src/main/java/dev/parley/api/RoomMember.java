package dev.parley.api;

import org.jspecify.annotations.Nullable;

/// An agent as it is in a room now.
///
/// @param state `idle`, `waiting`, `thinking`, `writing`, `calling` or `failed`
/// @param session its live session in this room; absent before its first turn, and for model APIs
/// @param seen the number of the last message it was told of
/// @param sentTokens about how many tokens it was told so far
/// @param writing what it has written of its message so far
public record RoomMember(
        String name,
        @Nullable String provider,
        @Nullable String model,
        @Nullable String avatar,
        String state,
        @Nullable String session,
        long seen,
        long sentTokens,
        @Nullable String writing) {}
