package dev.parley.api;

import java.util.List;

/// What a session changed.
///
/// @param root what all names of files are relative to
/// @param turns the oldest first
/// @param files what its turns changed, from before the first to after the last
/// @param meanwhile what only others changed between its turns
public record SessionChanges(
        SessionId session,
        String root,
        List<TurnChanges> turns,
        List<FileChange> files,
        List<FileChange> meanwhile) {
    public SessionChanges {
        turns = turns == null ? List.of() : List.copyOf(turns);
        files = files == null ? List.of() : List.copyOf(files);
        meanwhile = meanwhile == null ? List.of() : List.copyOf(meanwhile);
    }
}
