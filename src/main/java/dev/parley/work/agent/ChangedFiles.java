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
    private final Git git;
    private final Path root;
    private final String head;
    private final Map<String, String> dirty;

    private ChangedFiles(Git git, Path root, String head, Map<String, String> dirty) {
        this.git = git;
        this.root = root;
        this.head = head;
        this.dirty = dirty;
    }

    /// Remembers how things are. Nothing for a directory that is in no repository.
    static Optional<ChangedFiles> since(Git git, Path directory) throws InterruptedException {
        var top = git.ask(directory, "rev-parse", "--show-toplevel");
        if (!top.isOk()) {
            return Optional.empty();
        }
        var root = Path.of(top.output().strip());
        return Optional.of(new ChangedFiles(git, root, head(git, root), dirty(git, root)));
    }

    /// Relative to where the repository begins, in the order of their names.
    List<String> now() throws InterruptedException {
        var after = dirty(git, root);
        var changed = new TreeSet<String>();
        for (var names : List.of(dirty.keySet(), after.keySet())) {
            names.stream()
                    .filter(name -> !Objects.equals(dirty.get(name), after.get(name)))
                    .forEach(changed::add);
        }
        var newHead = head(git, root);
        if (!newHead.equals(head) && !head.isEmpty()) {
            var diff = git.ask(root, "diff", "--name-only", "-z", head, newHead);
            changed.addAll(List.of(diff.output().split("\0")));
        }
        changed.remove("");
        return List.copyOf(changed);
    }

    /// Empty before the first commit.
    private static String head(Git git, Path root) throws InterruptedException {
        var answer = git.ask(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
        return answer.isOk() ? answer.output().strip() : "";
    }

    /// What differs from the last commit, and how it looks from outside.
    private static Map<String, String> dirty(Git git, Path root) throws InterruptedException {
        var output =
                git.run(
                        root,
                        "status",
                        "--porcelain",
                        "-z",
                        "--untracked-files=all",
                        "--no-renames");
        var found = new HashMap<String, String>();
        for (var entry : output.split("\0", -1)) {
            if (entry.length() > 3) {
                var name = entry.substring(3);
                found.put(name, entry.substring(0, 2) + look(root.resolve(name)));
            }
        }
        return found;
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
