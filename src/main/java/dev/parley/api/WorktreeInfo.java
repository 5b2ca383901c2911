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
/// @param setUp what its set-up command printed last; only when it was just made
public record WorktreeInfo(
        String id,
        String path,
        String repository,
        @Nullable String branch,
        String base,
        int commits,
        int files,
        List<SessionId> sessions,
        @Nullable String setUp) {
    public WorktreeInfo {
        sessions = sessions == null ? List.of() : List.copyOf(sessions);
    }
}
