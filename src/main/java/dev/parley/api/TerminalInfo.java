package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// A terminal in a list.
///
/// @param provider whose interactive face it shows; absent for a shell
/// @param sessionId the native session it was resumed with
/// @param exitCode absent while it runs
/// @param position how many characters it has printed
public record TerminalInfo(
        String terminalId,
        @Nullable String provider,
        @Nullable String sessionId,
        String cwd,
        int columns,
        int rows,
        Instant startedAt,
        @Nullable Integer exitCode,
        long position) {}
