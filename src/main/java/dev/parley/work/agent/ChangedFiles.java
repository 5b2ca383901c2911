package dev.parley.work.agent;

import dev.parley.work.agent.RepositoryStates.State;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/// Tells which files of a repository changed since a moment, committed or not.
final class ChangedFiles {
    private final RepositoryStates states;
    private final Path root;
    private final State before;

    private ChangedFiles(RepositoryStates states, Path root, State before) {
        this.states = states;
        this.root = root;
        this.before = before;
    }

    /// Remembers how things are. Nothing for a directory that is in no repository.
    static Optional<ChangedFiles> since(RepositoryStates states, Path directory)
            throws InterruptedException {
        var root = root(directory);
        var now = root.isEmpty() ? Optional.<State>empty() : states.of(root.get());
        return now.map(it -> new ChangedFiles(states, root.orElseThrow(), it));
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
        var after = states.of(root).orElse(before);
        var changed = new TreeSet<String>();
        for (var names : List.of(before.dirty().keySet(), after.dirty().keySet())) {
            names.stream()
                    .filter(name ->
                            !Objects.equals(before.dirty().get(name), after.dirty().get(name)))
                    .forEach(changed::add);
        }
        changed.addAll(states.committed(root, before, after));
        changed.remove("");
        return List.copyOf(changed);
    }
}
