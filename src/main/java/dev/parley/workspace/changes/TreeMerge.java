package dev.parley.workspace.changes;

import dev.parley.api.UndoPlan;
import dev.parley.workspace.worktree.Git;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Merges trees without touching a file: plumbing on objects alone.
final class TreeMerge {
    private static final String NO_MODE = "000000";
    private static final int MOST_REASONS = 100;

    private final Workbench workbench;

    TreeMerge(Workbench workbench) {
        this.workbench = workbench;
    }

    /// @param tree what conflicts is in it as in `ours`
    record Merged(String tree, List<UndoPlan.Conflict> conflicts) {}

    /// `ours` with what lies between `base` and `theirs`.
    Merged merge(Place place, String base, String ours, String theirs) throws InterruptedException {
        if (base.equals(theirs) || ours.equals(theirs)) {
            return new Merged(ours, List.of());
        }
        if (base.equals(ours)) {
            return new Merged(theirs, List.of());
        }
        var git = workbench.git();
        var root = git.commit(place, base, "base");
        var left = git.commit(place, ours, "now", root);
        var right = git.commit(place, theirs, "wanted", root);
        var answer =
                git.ask(
                        place,
                        "",
                        "merge-tree",
                        "--write-tree",
                        "--name-only",
                        "--messages",
                        left,
                        right);
        if (answer.timedOut() || answer.exitCode() < 0 || answer.exitCode() > 1) {
            throw Git.failed(place.objects(), "git merge-tree failed.", answer);
        }
        var lines = List.of(answer.output().split("\n", -1));
        var tree = lines.getFirst();
        if (answer.exitCode() == 0) {
            return new Merged(tree, List.of());
        }
        var names = new LinkedHashSet<String>();
        var at = 1;
        for (; at < lines.size() && !lines.get(at).isEmpty(); at++) {
            names.add(GitName.read(lines.get(at)));
        }
        var words = lines.subList(Math.min(at + 1, lines.size()), lines.size());
        var conflicts = new ArrayList<UndoPlan.Conflict>();
        for (var name : names) {
            conflicts.add(conflict(name, words, conflicts.size() < MOST_REASONS));
        }
        return new Merged(without(place, tree, ours, names), List.copyOf(conflicts));
    }

    /// Git's words for a file; of many conflicts only the first ones are worth looking for them.
    private static UndoPlan.Conflict conflict(String name, List<String> words, boolean isWorthIt) {
        var reason =
                !isWorthIt
                        ? Optional.<String>empty()
                        : words.stream()
                                .filter(line -> line.startsWith("CONFLICT") && line.contains(name))
                                .findFirst();
        return new UndoPlan.Conflict(name, reason.orElse("It was changed again since."));
    }

    /// Conflicting files, and what git puts beside them, as they are in `ours`.
    private String without(Place place, String merged, String ours, Set<String> names)
            throws InterruptedException {
        var back = new ArrayList<String>();
        for (var raw : workbench.differences().raw(place, merged, ours)) {
            var name = raw.path();
            var tilde = name.lastIndexOf('~');
            if (names.contains(name) || (tilde > 0 && names.contains(name.substring(0, tilde)))) {
                back.add(name);
            }
        }
        return with(place, merged, ours, back);
    }

    /// A tree with some files as they are in another one.
    String with(Place place, String tree, String other, List<String> files)
            throws InterruptedException {
        var wanted = new HashSet<>(files);
        var gone = new StringBuilder();
        var there = new StringBuilder();
        for (var raw : workbench.differences().raw(place, tree, other)) {
            if (wanted.remove(raw.path())) {
                (raw.newMode().equals(NO_MODE) ? gone : there)
                        .append(raw.newMode())
                        .append(' ')
                        .append(raw.newBlob())
                        .append('\t')
                        .append(GitName.write(raw.path()))
                        .append('\n');
            }
        }
        if (gone.isEmpty() && there.isEmpty()) {
            return tree;
        }
        var index = place.own().resolve("index-" + UUID.randomUUID());
        try {
            var git = workbench.git();
            git.run(place, index, "", "read-tree", tree);
            // What goes first makes room for a file where a directory was.
            git.run(place, index, gone.toString() + there, "update-index", "--index-info");
            return git.run(place, index, "", "write-tree").getFirst();
        } finally {
            try {
                Files.deleteIfExists(index);
            } catch (IOException _) {
                // It is in Parley's own directory; pruning takes it.
            }
        }
    }
}
