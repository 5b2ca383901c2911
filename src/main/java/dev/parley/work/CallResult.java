package dev.parley.work;

import dev.parley.workspace.worktree.Worktree;

import java.util.Optional;

/// How a call ended.
///
/// @param worktree what became of the worktree, if the agent had one
/// @param helpers what became of new files
public record CallResult(
        Outcome outcome, Optional<Worktree.Result> worktree, NewFilePolicy.Result helpers) {}
