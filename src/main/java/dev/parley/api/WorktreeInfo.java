package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A worktree that Parley made and keeps.
///
/// @param id names it
/// @param path where it is
/// @param repository where it was made of
/// @param branch what it has checked out; absent: no branch
/// @param base the commit it began with
/// @param commits how many commits it has beyond that
/// @param files how many files differ from the commit it began with
/// @param sessions live sessions that work in it, or did
/// @param ports set apart for programs in it
/// @param setUp what its set-up command printed so far; absent if there was none here
/// @param settingUp whether that command still runs
/// @param applied whether work of it is in the tree it was made of, and can be taken back
public record WorktreeInfo(
        String id,
        String path,
        String repository,
        @Nullable String branch,
        String base,
        int commits,
        int files,
        List<SessionId> sessions,
        List<Integer> ports,
        @Nullable String setUp,
        boolean settingUp,
        boolean applied) {
    public WorktreeInfo {
        sessions = sessions == null ? List.of() : List.copyOf(sessions);
        ports = ports == null ? List.of() : List.copyOf(ports);
    }
}
