package dev.parley.work.agent;

import dev.parley.base.disk.Glance;
import dev.parley.workspace.worktree.Git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Knows how the files of repositories stand to their last commits. Git is asked only if something
/// may have changed since: to start it takes longer than to ask a warm agent. Thread-safe.
final class RepositoryStates {
    private static final String HEAD = "# branch.oid ";
    private static final String NO_COMMIT = "(initial)";
    private static final String BRANCH = "ref: ";

    /// @param dirty what differs from the last commit, and how that looks from outside
    record State(String head, Map<String, String> dirty) {}

    private record Known(State state, Glance glance) {}

    private final Git git;
    private final Map<Path, Known> known = new ConcurrentHashMap<>();

    RepositoryStates(Git git) {
        this.git = git;
    }

    /// @param root where the working tree begins
    Optional<State> of(Path root) throws InterruptedException {
        var glance = glance(root);
        var before = known.get(root);
        if (before != null && glance.filter(before.glance()::isStill).isPresent()) {
            return Optional.of(before.state());
        }
        var state = ask(root);
        if (state.isPresent() && glance.isPresent()) {
            known.put(root, new Known(state.get(), glance.get()));
        } else {
            known.remove(root);
        }
        return state;
    }

    /// The files that commits between two states are about.
    List<String> committed(Path root, State before, State after) throws InterruptedException {
        if (after.head().equals(before.head()) || before.head().equals(NO_COMMIT)) {
            return List.of();
        }
        var diff = git.ask(root, "diff", "--name-only", "-z", before.head(), after.head());
        return List.of(diff.output().split("\0"));
    }

    /// The files, what is staged and which commit is the last one; where git keeps that elsewhere,
    /// it is asked.
    private static Optional<Glance> glance(Path root) {
        var directory = root.resolve(".git");
        try {
            if (!Files.isDirectory(directory) || Files.exists(directory.resolve("reftable"))) {
                return Optional.empty();
            }
            var seen = new ArrayList<Path>();
            for (var name : List.of("HEAD", "index", "packed-refs", "config", "info/exclude")) {
                seen.add(directory.resolve(name));
            }
            var head = Files.readString(directory.resolve("HEAD")).strip();
            if (head.startsWith(BRANCH)) {
                seen.add(directory.resolve(head.substring(BRANCH.length())));
            }
            return Glance.of(root, seen);
        } catch (IOException | InvalidPathException _) {
            return Optional.empty();
        }
    }

    /// The last commit, what differs from it, and how that looks from outside.
    private Optional<State> ask(Path root) throws InterruptedException {
        var answer =
                git.ask(
                        root,
                        "status",
                        "--porcelain=v2",
                        "--branch",
                        "-z",
                        "--untracked-files=all",
                        "--no-renames");
        if (!answer.isOk()) {
            return Optional.empty();
        }
        var head = NO_COMMIT;
        var found = new HashMap<String, String>();
        for (var entry : answer.output().split("\0", -1)) {
            if (entry.startsWith(HEAD)) {
                head = entry.substring(HEAD.length());
            } else if (!entry.isEmpty() && entry.charAt(0) != '#') {
                // What stands before the name: "1" and seven fields, "u" and nine, or "?".
                var parts = entry.split(" ", fields(entry.charAt(0)));
                var name = parts[parts.length - 1];
                found.put(name, parts[0] + parts[1] + look(root.resolve(name)));
            }
        }
        return Optional.of(new State(head, found));
    }

    private static int fields(char kind) {
        return switch (kind) {
            case '1' -> 9;
            case 'u' -> 11;
            default -> 2;
        };
    }

    private static String look(Path file) {
        try {
            var seen =
                    Files.readAttributes(
                            file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return seen.size() + " " + seen.lastModifiedTime().toInstant() + " " + seen.fileKey();
        } catch (IOException _) {
            return "gone";
        }
    }
}
