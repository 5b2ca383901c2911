package dev.parley.work.project;

import dev.parley.base.problem.Problem;
import dev.parley.workspace.worktree.Git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The files of a project that are not ignored, whether git tracks them or not: `.gitignore`,
/// `.ignore` and `.parleyignore` count. A directory that is no repository is read in the same way.
/// Thread-safe.
public final class ProjectFiles {
    private static final List<String> MORE_IGNORED = List.of(".ignore", ".parleyignore");

    private final Git git;
    private final Path emptyRepository;

    /// @param emptyRepository where a repository without anything is made, for projects without one
    public ProjectFiles(Git git, Path emptyRepository) {
        this.git = git;
        this.emptyRepository = emptyRepository;
    }

    /// A path somebody names, resolved. It must be in the project, also behind links.
    ///
    /// @param project the real path of the project
    public static Path inside(Path project, String name) {
        Path real;
        try {
            real = project.resolve(name).toRealPath();
        } catch (IOException | InvalidPathException _) {
            throw Problem.invalid(
                    "There is no file or directory \"" + name + "\" in " + project + ".",
                    "Name a path in the project.");
        }
        if (!real.startsWith(project)) {
            throw Problem.invalid(
                    "\"" + name + "\" is outside of " + project + ".",
                    "Name paths in the project only.");
        }
        return real;
    }

    /// Relative to the project, in the order of their names. Links that lead out are left out.
    ///
    /// @param within the project itself, or a directory in it
    public List<Path> list(Path project, Path within) throws InterruptedException {
        var repository = repository(project);
        var place = project.relativize(within).toString();
        var names = new LinkedHashSet<>(ls(project, repository, place, "--exclude-standard"));
        for (var file : MORE_IGNORED) {
            if (names.stream().anyMatch(name -> name.equals(file) || name.endsWith("/" + file))) {
                names.removeAll(
                        new HashSet<>(
                                ls(
                                        project,
                                        repository,
                                        place,
                                        "--ignored",
                                        "--exclude-per-directory=" + file)));
            }
        }
        return names.stream()
                .sorted()
                .map(Path::of)
                .filter(name -> isFileInside(project, project.resolve(name)))
                .toList();
    }

    private static boolean isFileInside(Path project, Path file) {
        try {
            return Files.isRegularFile(file) && file.toRealPath().startsWith(project);
        } catch (IOException _) {
            return false;
        }
    }

    private Set<String> ls(Path project, List<String> repository, String place, String... options)
            throws InterruptedException {
        var arguments = new ArrayList<>(List.of("--literal-pathspecs"));
        arguments.addAll(repository);
        arguments.addAll(List.of("ls-files", "-z", "--cached", "--others"));
        arguments.addAll(List.of(options));
        if (!place.isEmpty()) {
            arguments.addAll(List.of("--", place));
        }
        var output = git.run(project, arguments.toArray(String[]::new));
        var names = new LinkedHashSet<>(List.of(output.split("\0")));
        names.remove("");
        return names;
    }

    /// Where git is to look for its own files, if not in the project.
    private List<String> repository(Path project) throws InterruptedException {
        if (git.ask(project, "rev-parse", "--is-inside-work-tree").isOk()) {
            return List.of();
        }
        if (!Files.exists(emptyRepository.resolve("HEAD"))) {
            git.run(project, "init", "--quiet", "--bare", emptyRepository.toString());
        }
        return List.of("--git-dir=" + emptyRepository, "--work-tree=" + project);
    }
}
