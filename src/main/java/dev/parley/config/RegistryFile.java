package dev.parley.config;

import dev.parley.api.FunctionPolicy;
import dev.parley.api.HelperPolicy;
import dev.parley.api.RepositoryModel;
import dev.parley.base.json.Json;
import dev.parley.base.json.StrictJson;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
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
    private final Supplier<? extends Collection<String>> names;

    RegistryFile(Path file, Supplier<? extends Collection<String>> drivers) {
        this.file = file;
        names = drivers;
    }

    /// All entries in the order of the file; none when there is no file.
    Map<String, RepositoryModel> read() {
        if (!Files.exists(file)) {
            return Map.of();
        }
        return checked(StrictJson.read(file, Entries.class));
    }

    /// The file as it was written.
    ObjectNode tree() {
        return Files.exists(file) ? StrictJson.read(file, ObjectNode.class) : Json.object();
    }

    /// All entries of such a text.
    Map<String, RepositoryModel> parse(String text) {
        return checked(StrictJson.read(text, file.toString(), Entries.class));
    }

    private Map<String, RepositoryModel> checked(Entries entries) {
        entries.forEach(this::check);
        return Collections.unmodifiableMap(entries);
    }

    void check(String name, RepositoryModel entry) {
        if (!NAME.matcher(name).matches()) {
            throw broken(
                    "\"" + name + "\" is no name for a model.",
                    "Use up to 100 letters, digits, dots, colons, dashes and underscores.");
        }
        var drivers = names.get();
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
        if (entry.warm() && entry.worktree()) {
            throw broken(
                    "\"" + name + ".warm\" is of no use with a worktree.",
                    "Leave one of them out: a process stays in the directory it was started in.");
        }
        if (entry.tools() == FunctionPolicy.MAP && entry.worktree()) {
            throw broken(
                    "\"" + name + ".tools\" cannot be \"map\" with a worktree.",
                    "Leave one of them out: functions of clients need a live session.");
        }
        checkPolicy(name + ".policy", entry);
        checkRange(name + ".timeoutSeconds", entry.timeoutSeconds(), LONGEST_TIMEOUT);
        checkRange(name + ".toolTimeoutSeconds", entry.toolTimeoutSeconds(), LONGEST_TIMEOUT);
        checkRange(name + ".maxConcurrent", entry.maxConcurrent(), MOST_CONCURRENT);
    }

    /// What would never have an effect is better said than left alone.
    private void checkPolicy(String key, RepositoryModel entry) {
        if (!entry.policy().commitHelpers()) {
            return;
        }
        if (entry.policy().helpers() == HelperPolicy.Helpers.DENY) {
            throw broken(
                    "\"" + key + "\" denies helpers and commits them.",
                    "Leave out commitHelpers, or allow helpers.");
        }
        if (entry.worktree()) {
            throw broken(
                    "\"" + key + ".commitHelpers\" is of no use with a worktree.",
                    "Leave it out; new files are in the patch.");
        }
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
