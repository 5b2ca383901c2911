package dev.parley.work.agent;

import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Resources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Instructions an agent gets beside its task, by name: the user's own, those of the project, and
/// those that ship, in this order. Thread-safe.
public final class Roles {
    public static final String DEFAULT = "default";

    private static final List<String> SHIPPED = List.of(DEFAULT, "planner", "codereviewer");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final List<String> ENDINGS = List.of(".txt", ".md");
    private static final int LARGEST = 64 * 1024;

    private final Path own;

    /// @param own the directory of the user's own
    public Roles(Path own) {
        this.own = own;
    }

    /// @param project the real path of the project
    public String text(Path project, String name) {
        if (!NAME.matcher(name).matches()) {
            throw Problem.invalid(
                    "That is no name of a role.", "Use letters, digits, - and _, up to 64.");
        }
        return find(own, name)
                .or(() -> find(ofProject(project), name))
                .or(() -> shipped(name))
                .orElseThrow(() ->
                        Problem.notFound(
                                "There is no role \"" + name + "\".",
                                Closest.question(
                                        name,
                                        names(project),
                                        "Known are " + String.join(", ", names(project)) + ".")));
    }

    /// Every name there is.
    public List<String> names(Path project) {
        var names = new TreeSet<>(SHIPPED);
        names.addAll(in(own));
        names.addAll(in(ofProject(project)));
        return List.copyOf(names);
    }

    /// What is wrong with the user's own.
    public List<Problem> problems() {
        return in(own).stream().flatMap(name -> problem(name).stream()).toList();
    }

    private Optional<Problem> problem(String name) {
        try {
            var _ = find(own, name);
            return Optional.empty();
        } catch (Problem problem) {
            return Optional.of(problem);
        }
    }

    private static Path ofProject(Path project) {
        return project.resolve(".parley").resolve("roles");
    }

    private static Optional<String> shipped(String name) {
        return SHIPPED.contains(name)
                ? Optional.of(Resources.text(Roles.class, "roles/" + name + ".txt"))
                : Optional.empty();
    }

    private static List<String> in(Path directory) {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .flatMap(Roles::withoutEnding)
                    .filter(NAME.asMatchPredicate())
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private static Stream<String> withoutEnding(String file) {
        return ENDINGS.stream()
                .filter(file::endsWith)
                .map(ending -> file.substring(0, file.length() - ending.length()));
    }

    /// A link must not lead out of the directory.
    private static Optional<String> find(Path directory, String name) {
        for (var ending : ENDINGS) {
            var file = directory.resolve(name + ending);
            if (Files.isRegularFile(file)) {
                return Optional.of(read(directory, file));
            }
        }
        return Optional.empty();
    }

    private static String read(Path directory, Path file) {
        try {
            if (!file.toRealPath().startsWith(directory.toRealPath())) {
                throw Problem.invalid(
                        file + " leads out of its directory.", "Put the file itself there.");
            }
            if (Files.size(file) > LARGEST) {
                throw Problem.invalid(file + " is larger than 64 KB.", "Make it shorter.");
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw Problem.invalid(
                    file + " cannot be read: " + e.getMessage(),
                    "Make it a readable UTF-8 text file.");
        }
    }
}
