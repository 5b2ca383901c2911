package dev.parley.api;

import org.jspecify.annotations.Nullable;

/// A terminal as it is asked for from outside.
///
/// @param provider whose interactive face it is to show; a shell if absent
/// @param resume the native session to go on with: `provider:id`, or an id beside `provider`
/// @param model told to the CLI as it is
/// @param cwd the absolute directory it starts in
/// @param columns how wide; 80 unless given
/// @param rows how high; 24 unless given
public record TerminalRequest(
        @Nullable String provider,
        @Nullable String resume,
        @Nullable String model,
        @Nullable String cwd,
        @Nullable Integer columns,
        @Nullable Integer rows) {}
