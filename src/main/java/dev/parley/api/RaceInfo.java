package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonValue;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// A race as it stands.
///
/// @param taken the lane whose work is in the user's tree now
/// @param judgement what a judge thinks of it, if one was named
public record RaceInfo(
        String id,
        String project,
        String task,
        Instant startedAt,
        @Nullable Integer taken,
        @Nullable Judgement judgement,
        List<Lane> lanes) {
    public RaceInfo {
        lanes = List.copyOf(lanes);
    }

    public boolean isOver() {
        return lanes.stream().noneMatch(lane -> lane.status() == Status.RUNNING)
                && (judgement == null || !judgement.isOpen());
    }

    /// What a model advises. A person decides.
    ///
    /// @param text its words; absent as long as it has not answered
    /// @param lane the one it would take, if it says so
    /// @param error why it gave no advice
    public record Judgement(
            String model, @Nullable String text, @Nullable Integer lane, @Nullable String error) {
        public boolean isOpen() {
            return text == null && error == null;
        }
    }

    /// Where a lane stands.
    public enum Status {
        RUNNING,
        COMPLETED,
        FAILED;

        @JsonValue
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// What one agent does.
    ///
    /// @param number counts from 1
    /// @param session follow it as any live session; absent if it could not begin
    /// @param worktree where it works
    /// @param checkPassed absent if there is no check, or it has not run yet
    /// @param checkOutput the end of what the check printed
    /// @param branch where its work is kept, once another lane was taken
    public record Lane(
            int number,
            String model,
            Status status,
            @Nullable SessionId session,
            @Nullable String worktree,
            @Nullable Boolean checkPassed,
            @Nullable String checkOutput,
            @Nullable Integer files,
            @Nullable Integer added,
            @Nullable Integer removed,
            @Nullable Double costUsd,
            @Nullable Long durationMs,
            @Nullable String branch,
            @Nullable String error) {}
}
