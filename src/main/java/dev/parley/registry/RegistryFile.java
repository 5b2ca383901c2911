package dev.parley.registry;

import dev.parley.json.StrictJson;
import dev.parley.problem.Closest;
import dev.parley.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// Reads `models.json`: a name, and the agent in a repository that answers to it. Every mistake is
/// a [Problem] that names the file and the key.
final class RegistryFile {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,99}");
    private static final int LONGEST_TIMEOUT = 7 * 24 * 60 * 60;
    private static final int MOST_CONCURRENT = 1000;

    /// The shape of the whole file.
    private static final class Entries extends LinkedHashMap<String, RepositoryModel> {}

    private final Path file;
    private final Collection<String> drivers;

    RegistryFile(Path file, Collection<String> drivers) {
        this.file = file;
        this.drivers = drivers;
    }

    /// All entries in the order of the file; none when there is no file.
    Map<String, RepositoryModel> read() {
        if (!Files.exists(file)) {
            return Map.of();
        }
        var entries = StrictJson.read(file, Entries.class);
        entries.forEach(this::check);
        return Collections.unmodifiableMap(entries);
    }

    void check(String name, RepositoryModel entry) {
        if (!NAME.matcher(name).matches()) {
            throw broken(
                    "\"" + name + "\" is no name for a model.",
                    "Use up to 100 letters, digits, dots, colons, dashes and underscores.");
        }
        require(entry.driver(), name + ".driver", "Name one of " + String.join(", ", drivers));
        if (!drivers.contains(entry.driver())) {
            throw broken(
                    "the value of \"" + name + ".driver\" is \"" + entry.driver() + "\".",
                    Closest.question(
                            entry.driver(),
                            drivers,
                            "Name one of " + String.join(", ", drivers) + "."));
        }
        require(entry.repoPath(), name + ".repoPath", "Name the repository's absolute path");
        if (!isAbsolute(entry.repoPath())) {
            throw broken(
                    "the value of \"" + name + ".repoPath\" is \"" + entry.repoPath() + "\".",
                    "Write the absolute path of the repository.");
        }
        if (!staysInside(entry.agentFile())) {
            throw broken(
                    "the value of \"" + name + ".agentFile\" is \"" + entry.agentFile() + "\".",
                    "Name a file inside the repository.");
        }
        if (!entry.policy().equals(Policy.NONE)) {
            // Better no answer than one that was trusted to keep a rule.
            throw broken(
                    "\"" + name + ".policy\" asks for what Parley cannot do yet.",
                    "Leave it out, or write {\"helpers\": \"allow\"}.");
        }
        checkRange(name + ".timeoutSeconds", entry.timeoutSeconds(), LONGEST_TIMEOUT);
        checkRange(name + ".maxConcurrent", entry.maxConcurrent(), MOST_CONCURRENT);
    }

    private static boolean isAbsolute(String path) {
        try {
            return Path.of(path).isAbsolute();
        } catch (InvalidPathException _) {
            return false;
        }
    }

    private static boolean staysInside(String name) {
        try {
            var path = Path.of(name);
            return !name.isBlank() && !path.isAbsolute() && !path.normalize().startsWith("..");
        } catch (InvalidPathException _) {
            return false;
        }
    }

    private void require(@Nullable String value, String key, String remedy) {
        if (value == null) {
            throw broken("the key \"" + key + "\" is missing.", remedy + ".");
        }
    }

    private void checkRange(String key, @Nullable Integer value, int most) {
        if (value != null && (value < 1 || value > most)) {
            throw broken(
                    "\"%s\" is %d, but must be between 1 and %d.".formatted(key, value, most),
                    "Correct that value.");
        }
    }

    private Problem broken(String what, String remedy) {
        return Problem.brokenConfiguration(file + ": " + what, remedy);
    }
}
