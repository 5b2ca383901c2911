package dev.parley.workspace.worktree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// Finds the repository around a directory, without git: the nearest directory above with a `.git`.
/// A worktree belongs to the repository it was made of, ours and those of users. Thread-safe.
public final class ProjectRoots {
    private static final String GIT = ".git";
    private static final String LINK = "gitdir:";
    private static final long LONGEST_LINK = 8192;

    private final Worktrees worktrees;

    public ProjectRoots(Worktrees worktrees) {
        this.worktrees = worktrees;
    }

    /// @return the directory itself where there is no repository
    public Path around(Path directory) {
        var place =
                real(worktrees.repositoryOf(directory.toString()).map(Path::of).orElse(directory));
        for (var at = place; at != null; at = at.getParent()) {
            var git = at.resolve(GIT);
            if (Files.isDirectory(git)) {
                return at;
            }
            if (Files.isRegularFile(git)) {
                return mainOf(at, git).orElse(at);
            }
        }
        return place;
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException _) {
            return directory.toAbsolutePath().normalize();
        }
    }

    /// The repository a worktree was made of. It must name this worktree in turn: a file that only
    /// says so makes nobody part of another repository. A submodule is a repository of its own.
    private static Optional<Path> mainOf(Path root, Path link) {
        try {
            var own =
                    text(link)
                            .filter(text -> text.startsWith(LINK))
                            .map(text -> root.resolve(text.substring(LINK.length()).strip()));
            var back = own.flatMap(it -> text(it.resolve("gitdir"))).map(Path::of);
            return own.flatMap(it -> text(it.resolve("commondir")).map(it::resolve))
                    .map(ProjectRoots::real)
                    .filter(_ -> back.map(ProjectRoots::real).equals(Optional.of(real(link))))
                    .filter(git -> git.endsWith(GIT))
                    .map(Path::getParent);
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= LONGEST_LINK
                    ? Optional.of(Files.readString(file).strip())
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
