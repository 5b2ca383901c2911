package dev.parley.work.race;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// What became of a lane that somebody else ran.
///
/// @param worktree the id of the one in which its work is, if it stays
/// @param checkPassed absent: nothing was checked
/// @param cost in US dollars
/// @param error why it failed
public record RaceResult(
        boolean isCompleted,
        @Nullable String worktree,
        @Nullable Boolean checkPassed,
        String checkOutput,
        @Nullable Integer files,
        @Nullable Integer added,
        @Nullable Integer removed,
        @Nullable Double cost,
        Duration duration,
        @Nullable String error) {}
