package dev.parley.work.race;

import dev.parley.api.LaneInfo;
import dev.parley.api.RaceInfo.Status;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/// What became of a lane that somebody else ran.
///
/// @param worktree the id of the one in which its work is, if it stays
/// @param checkPassed absent: nothing was checked
/// @param size of the change, if it is known
/// @param cost in US dollars
/// @param error why it failed
public record RaceResult(
        boolean isCompleted,
        @Nullable String worktree,
        @Nullable Boolean checkPassed,
        String checkOutput,
        LaneInfo.@Nullable Size size,
        @Nullable Double cost,
        Duration duration,
        @Nullable String error) {
    /// Nothing but that it was ended.
    public static RaceResult ended(Duration duration) {
        return new RaceResult(false, null, null, "", null, null, duration, "It was ended.");
    }

    /// What its race says of it then.
    LaneInfo of(LaneInfo lane) {
        var told =
                lane.withWorktree(worktree)
                        .withCost(cost)
                        .withDuration(duration)
                        .withStatus(isCompleted ? Status.COMPLETED : Status.FAILED);
        told = checkPassed == null ? told : told.withCheck(checkPassed, RaceCheck.end(checkOutput));
        told = size == null ? told : told.withSize(size);
        return error == null ? told : told.withError(error);
    }
}
