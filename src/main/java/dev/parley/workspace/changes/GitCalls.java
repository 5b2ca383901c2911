package dev.parley.workspace.changes;

import dev.parley.process.Capture;
import dev.parley.workspace.worktree.Git;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs git for one place, through Parley's own git directory unless the refs are meant.
final class GitCalls {
    static final Duration LIMIT = Duration.ofSeconds(60);

    /// A list of a million names fits.
    private static final long LARGEST = 128L * 1024 * 1024;

    private static final Map<String, String> COMMITTER =
            Map.of(
                    "GIT_AUTHOR_NAME", "Parley",
                    "GIT_AUTHOR_EMAIL", "parley@localhost",
                    "GIT_COMMITTER_NAME", "Parley",
                    "GIT_COMMITTER_EMAIL", "parley@localhost");

    private final Git git;

    GitCalls(Git git) {
        this.git = git;
    }

    /// What git prints, line by line.
    List<String> run(Place place, String input, String... arguments) throws InterruptedException {
        return lines(place, ask(place, place.variables(), input, arguments), arguments);
    }

    /// The same with another index.
    List<String> run(Place place, Path index, String input, String... arguments)
            throws InterruptedException {
        return lines(place, ask(place, place.variables(index), input, arguments), arguments);
    }

    Capture ask(Place place, String input, String... arguments) throws InterruptedException {
        return ask(place, place.variables(), input, arguments);
    }

    private Capture ask(
            Place place, Map<String, String> variables, String input, String... arguments)
            throws InterruptedException {
        var call = new Git.Call(place.root(), variables, input, LIMIT, LARGEST);
        return git.ask(call, arguments);
    }

    /// What differs between the files, our index and our last checkpoint. Git remembers in our
    /// index what it has seen: the next time it looks at less.
    Capture status(Place place) throws InterruptedException {
        var variables = new HashMap<>(place.variables());
        variables.put("GIT_OPTIONAL_LOCKS", "1");
        return ask(
                place,
                variables,
                "",
                "status",
                "--porcelain=v1",
                "--untracked-files=all",
                "--no-renames",
                "--ignored=no",
                "--ignore-submodules=dirty");
    }

    /// Asks the user's own repository, where it stands in this working tree.
    Capture user(Place place, String... arguments) throws InterruptedException {
        var call = new Git.Call(place.root(), Places.PLAIN, "", LIMIT, LARGEST);
        return git.ask(call, Places.with(arguments));
    }

    /// Asks the git directory that has the refs.
    List<String> refs(Place place, String input, String... arguments) throws InterruptedException {
        var variables = new HashMap<>(Places.PLAIN);
        variables.put("GIT_DIR", place.refs().toString());
        var call = new Git.Call(place.refs(), variables, input, LIMIT, LARGEST);
        return lines(place, git.ask(call, Places.with(arguments)), arguments);
    }

    /// A commit without history: what is pruned is gone.
    String commit(Place place, String tree, String message, String... parents)
            throws InterruptedException {
        var arguments = new ArrayList<>(List.of("commit-tree", tree));
        for (var parent : parents) {
            arguments.add("-p");
            arguments.add(parent);
        }
        var variables = new HashMap<>(place.variables());
        variables.putAll(COMMITTER);
        var command = arguments.toArray(String[]::new);
        return lines(place, ask(place, variables, message, command), command).getFirst();
    }

    private static List<String> lines(Place place, Capture answer, String... arguments) {
        if (!answer.isOk()) {
            throw Git.failed(place.objects(), "git " + arguments[0] + " failed.", answer);
        }
        return answer.output().isEmpty() ? List.of() : List.of(answer.output().split("\n", -1));
    }
}
