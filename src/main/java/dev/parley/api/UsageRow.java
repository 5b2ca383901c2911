package dev.parley.api;

import dev.parley.event.SessionKey;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;

/// What one session used of one model on one day, or in one hour of it.
///
/// @param hour 0 where whole days are counted
/// @param session the session a person knows: requests of a subagent are its parent's
public record UsageRow(
        LocalDate day,
        int hour,
        String provider,
        @Nullable String model,
        @Nullable String project,
        SessionKey session,
        UsageTotals totals) {}
