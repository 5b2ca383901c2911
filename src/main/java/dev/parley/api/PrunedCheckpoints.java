package dev.parley.api;

/// What was pruned of one working tree, or would be.
///
/// @param root where the tree begins
/// @param sessions how many lose checkpoints
/// @param checkpoints how many these are
/// @param bytes what only they need on disk
public record PrunedCheckpoints(String root, int sessions, int checkpoints, long bytes) {}
