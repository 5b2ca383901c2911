package dev.parley.work;

import dev.parley.worktree.Worktree;

import java.util.Optional;

/// How a call ended.
///
/// @param worktree what became of the worktree, if the agent had one
public record Answered(Outcome outcome, Optional<Worktree.Result> worktree) {}
