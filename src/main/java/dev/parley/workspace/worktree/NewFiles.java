package dev.parley.workspace.worktree;

import dev.parley.base.problem.Problem;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Tells which files of a repository are new since a moment: neither tracked, nor ignored, nor
/// there before in any way, also if they were tracked or ignored then and are no longer.
public final class NewFiles {
    private final Git git;
    private final Path root;
    private final Set<String> known;
    private final List<String> ignored;

    private NewFiles(Git git, Path root, Set<String> known, List<String> ignored) {
        this.git = git;
        this.root = root;
        this.known = known;
        this.ignored = ignored;
    }

    /// Remembers what is there now.
    ///
    /// @param directory the repository, or a directory in it
    public static NewFiles since(Git git, Path directory) throws InterruptedException {
        var answer = git.ask(directory, "rev-parse", "--show-toplevel");
        if (!answer.isOk()) {
            throw Problem.brokenConfiguration(
                    directory + " is in no git repository, so no policy for new files is possible.",
                    "Run git init there, or remove the policy from models.json.");
        }
        var root = Path.of(answer.output().strip());
        return new NewFiles(
                git,
                root,
                new HashSet<>(list(git, root, "--cached", "--others", "--exclude-standard")),
                list(git, root, "--others", "--ignored", "--exclude-standard", "--directory"));
    }

    /// Where the repository begins; all names are relative to it.
    public Path root() {
        return root;
    }

    /// The new files, in the order of their names. A repository inside this one is none of its
    /// files.
    public List<String> now() throws InterruptedException {
        var found = new ArrayList<String>();
        for (var name : list(git, root, "--others", "--exclude-standard")) {
            if (!name.endsWith("/") && !known.contains(name) && !wasIgnored(name)) {
                found.add(name);
            }
        }
        return found;
    }

    private boolean wasIgnored(String name) {
        return ignored.stream()
                .anyMatch(
                        entry -> entry.endsWith("/") ? name.startsWith(entry) : name.equals(entry));
    }

    private static List<String> list(Git git, Path root, String... options)
            throws InterruptedException {
        var arguments = new ArrayList<>(List.of("ls-files", "-z"));
        arguments.addAll(List.of(options));
        var output = git.run(root, arguments.toArray(String[]::new));
        return List.of(output.split("\0")).stream().filter(name -> !name.isEmpty()).toList();
    }
}
