package dev.parley.api;

import java.util.List;

/// Paths that fit what somebody typed, the best first.
///
/// @param isComplete whether there are no more
public record FoundPaths(List<Found> paths, boolean isComplete) {
    public FoundPaths {
        paths = List.copyOf(paths);
    }

    /// @param isRepository whether it is a directory with a repository in it
    public record Found(String path, boolean isDirectory, boolean isRepository) {}
}
