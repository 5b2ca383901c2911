package dev.parley.work;

import java.nio.file.Path;
import java.util.Optional;

/// How a call ended.
///
/// @param patch what the agent changed, if it had a worktree; empty if nothing
/// @param worktree where its worktree is, if that stays
/// @param helpers what became of new files
public record CallResult(
        Outcome outcome,
        Optional<String> patch,
        Optional<Path> worktree,
        NewFilePolicy.Result helpers) {}
