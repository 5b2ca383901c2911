package dev.parley.work.agent;

import dev.parley.workspace.worktree.Git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/// Tells which files of a repository changed since a moment, committed or not.
final class ChangedFiles {
    private static final String HEAD = "# branch.oid ";
    private static final String NO_COMMIT = "(initial)";

    private record State(String head, Map<String, String> dirty) {}

    private final Git git;
    private final Path root;
    private final State before;

    private ChangedFiles(Git git, Path root, State before) {
        this.git = git;
        this.root = root;
        this.before = before;
    }

    /// Remembers how things are. Nothing for a directory that is in no repository.
    static Optional<ChangedFiles> since(Git git, Path directory) throws InterruptedException {
        var root = root(directory);
        var now = root.isEmpty() ? Optional.<State>empty() : state(git, root.get());
        return now.map(it -> new ChangedFiles(git, root.orElseThrow(), it));
    }

    /// Looked for here: to start git takes longer than to ask a warm agent.
    private static Optional<Path> root(Path directory) {
        for (Path place = directory; place != null; place = place.getParent()) {
            if (Files.exists(place.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
                return Optional.of(place);
            }
        }
        return Optional.empty();
    }

    /// Relative to where the repository begins, in the order of their names.
    List<String> now() throws InterruptedException {
        var after = state(git, root).orElse(before);
        var changed = new TreeSet<String>();
        for (var names : List.of(before.dirty().keySet(), after.dirty().keySet())) {
            names.stream()
                    .filter(name ->
                            !Objects.equals(before.dirty().get(name), after.dirty().get(name)))
                    .forEach(changed::add);
        }
        if (!after.head().equals(before.head()) && !before.head().equals(NO_COMMIT)) {
            var diff = git.ask(root, "diff", "--name-only", "-z", before.head(), after.head());
            changed.addAll(List.of(diff.output().split("\0")));
        }
        changed.remove("");
        return List.copyOf(changed);
    }

    /// The last commit, what differs from it, and how that looks from outside.
    private static Optional<State> state(Git git, Path root) throws InterruptedException {
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
