package dev.parley.workspace.changes;

import dev.parley.base.problem.Problem;

import java.nio.file.Path;
import java.time.Duration;

/// How much checkpoints may take.
///
/// @param fileBytes a larger file is listed and left out
/// @param files how many files a directory outside a repository may have
/// @param bytes how large they may be in all
/// @param patience how long a turn waits for the checkpoint before it
public record CheckpointLimits(long fileBytes, int files, long bytes, Duration patience) {
    private static final long MEGABYTE = 1024 * 1024;

    public static final CheckpointLimits USUAL =
            new CheckpointLimits(10 * MEGABYTE, 20_000, 500 * MEGABYTE, Duration.ofMillis(1500));

    void check(Path root, int found, long size) {
        if (found > files || size > bytes) {
            throw new Problem(
                    Problem.Kind.TOO_LARGE,
                    "There are no checkpoints of " + root + ": it is too large.",
                    "Run git init there: of a repository only what changed is kept.");
        }
    }
}
