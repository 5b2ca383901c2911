package dev.parley.api;

import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

/// With whom a conversation shall go on.
///
/// @param row the last row that counts; absent: all of it
/// @param prompt what is asked now; absent: to say where it stands
public record HandOverRequest(
        @Nullable String provider,
        @Nullable String model,
        @Nullable Permission permission,
        @Nullable String row,
        @Nullable String prompt) {}
