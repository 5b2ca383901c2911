package dev.parley.workspace.worktree;

import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.hash.Hash;
import dev.parley.base.json.Json;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Which repository a worktree was made of. A session stays in the history when its worktree is
/// gone, so the name of a worktree begins with a hash of its repository, and for each repository
/// there is a small file that is never removed. Thread-safe.
final class Repositories {
    private static final int HASH = 12;

    private final Path worktrees;
    private final Path directory;
    private final Map<String, String> known = new ConcurrentHashMap<>();

    /// @param worktrees where all worktrees are; the files are in a folder beside it
    Repositories(Path worktrees) {
        this.worktrees = worktrees;
        directory = worktrees.resolveSibling("repositories");
    }

    /// @return what the name of a worktree begins with
    String remember(Path repository) {
        var hash = Hash.sha256(repository.toString()).substring(0, HASH);
        var file = directory.resolve(hash);
        try {
            if (!Files.exists(file)) {
                PrivateFiles.write(file, repository.toString().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // Its sessions are shown with the worktree's path then.
            LoggerFactory.getLogger(Repositories.class)
                    .warn("Cannot remember {}: {}", repository, e.toString());
        }
        return hash;
    }

    /// The repository whose worktree a path is in.
    Optional<String> of(String path) {
        return name(path, worktrees).or(() -> name(path, real(worktrees))).flatMap(this::named);
    }

    private static Optional<String> name(String path, Path worktrees) {
        var beginning = worktrees + "/";
        if (!path.startsWith(beginning)) {
            return Optional.empty();
        }
        var end = path.indexOf('/', beginning.length());
        return Optional.of(path.substring(beginning.length(), end < 0 ? path.length() : end));
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException _) {
            return folder;
        }
    }

    /// @param worktree the name of one
    Optional<String> named(String worktree) {
        var hash = worktree.substring(0, Math.min(HASH, worktree.length()));
        var before = known.get(worktree);
        if (before != null) {
            return Optional.of(before);
        }
        var found =
                read(directory.resolve(hash))
                        // Older names had no hash; while such a worktree exists, its entry names
                        // the repository.
                        .or(() ->
                                read(worktrees.resolve(worktree + ".json"))
                                        .flatMap(Json::parseObject)
                                        .map(entry -> entry.path("repository").asString("")))
                        .filter(text -> !text.isBlank());
        found.ifPresent(text -> known.put(worktree, text));
        return found;
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
