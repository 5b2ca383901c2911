package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;

/// What one agent of a race does.
///
/// @param number counts from 1
/// @param session follow it as any live session; absent if it could not begin
/// @param worktree where it works
/// @param checkPassed absent if there is no check, or it has not run yet
/// @param checkOutput the end of what the check printed
/// @param branch where its work is kept, once another lane was taken
public record LaneInfo(
        int number,
        String model,
        RaceInfo.Status status,
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
        @Nullable String error) {
    /// How much was changed.
    public record Size(int files, int added, int removed) {
        public static Size of(List<FileChange> files) {
            var added = 0;
            var removed = 0;
            for (var file : files) {
                added += file.added() == null ? 0 : file.added();
                removed += file.removed() == null ? 0 : file.removed();
            }
            return new Size(files.size(), added, removed);
        }
    }

    public static LaneInfo running(int number, String model) {
        return new LaneInfo(
                number,
                model,
                RaceInfo.Status.RUNNING,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    public boolean isRunning() {
        return status == RaceInfo.Status.RUNNING;
    }

    public LaneInfo withStatus(RaceInfo.Status now) {
        return new LaneInfo(
                number,
                model,
                now,
                session,
                worktree,
                checkPassed,
                checkOutput,
                files,
                added,
                removed,
                costUsd,
                durationMs,
                branch,
                error);
    }

    public LaneInfo withSession(SessionId live) {
        return new LaneInfo(
                number,
                model,
                status,
                live,
                worktree,
                checkPassed,
                checkOutput,
                files,
                added,
                removed,
                costUsd,
                durationMs,
                branch,
                error);
    }

    public LaneInfo withWorktree(@Nullable String id) {
        return new LaneInfo(
                number,
                model,
                status,
                session,
                id,
                checkPassed,
                checkOutput,
                files,
                added,
                removed,
                costUsd,
                durationMs,
                branch,
                error);
    }

    public LaneInfo withCheck(boolean passed, String output) {
        return new LaneInfo(
                number,
                model,
                status,
                session,
                worktree,
                passed,
                output,
                files,
                added,
                removed,
                costUsd,
                durationMs,
                branch,
                error);
    }

    public LaneInfo withSize(Size size) {
        return new LaneInfo(
                number,
                model,
                status,
                session,
                worktree,
                checkPassed,
                checkOutput,
                size.files(),
                size.added(),
                size.removed(),
                costUsd,
                durationMs,
                branch,
                error);
    }

    /// @param usd absent: nobody knows
    public LaneInfo withCost(@Nullable Double usd) {
        return new LaneInfo(
                number,
                model,
                status,
                session,
                worktree,
                checkPassed,
                checkOutput,
                files,
                added,
                removed,
                usd,
                durationMs,
                branch,
                error);
    }

    public LaneInfo withDuration(Duration time) {
        return new LaneInfo(
                number,
                model,
                status,
                session,
                worktree,
                checkPassed,
                checkOutput,
                files,
                added,
                removed,
                costUsd,
                time.toMillis(),
                branch,
                error);
    }

    public LaneInfo withBranch(String name) {
        return new LaneInfo(
                number,
                model,
                status,
                session,
                worktree,
                checkPassed,
                checkOutput,
                files,
                added,
                removed,
                costUsd,
                durationMs,
                name,
                error);
    }

    /// Beside what went wrong before.
    public LaneInfo withError(String why) {
        return new LaneInfo(
                number,
                model,
                status,
                session,
                worktree,
                checkPassed,
                checkOutput,
                files,
                added,
                removed,
                costUsd,
                durationMs,
                branch,
                error == null ? why : error + " " + why);
    }
}
