package dev.parley.provider;

import dev.parley.base.problem.Problem;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Where the user wants CLIs to keep their state, where that is not the usual place: a whole path,
/// or one below `~/`.
public final class ChosenHomes {
    private final String user;

    /// @param environment Parley's own
    public ChosenHomes(Map<String, String> environment) {
        user = environment.getOrDefault("HOME", "/");
    }

    /// @param chosen by the id of the provider
    public Map<String, Path> paths(Map<String, Optional<String>> chosen) {
        var paths = new HashMap<String, Path>();
        chosen.forEach((id, home) -> home.ifPresent(text -> paths.put(id, path(text))));
        return paths;
    }

    private Path path(String text) {
        try {
            return text.startsWith("~/") ? Path.of(user, text.substring(2)) : Path.of(text);
        } catch (InvalidPathException _) {
            throw Problem.invalid("\"" + text + "\" is no path.", "Name a directory.");
        }
    }

    /// Says what is wrong with a directory before it is kept: a CLI that looks into the wrong one
    /// has no sessions and is not signed in.
    public void check(ProviderProfile profile, String text) {
        var home = profile.home();
        if (home.env() == null) {
            throw Problem.invalid(
                    profile.name() + " cannot keep its state in another directory.",
                    "Leave it where it is.");
        }
        if (!text.startsWith("/") && !text.startsWith("~/")) {
            throw Problem.invalid(
                    "\"" + text + "\" is no whole path.", "Begin it with / or with ~/.");
        }
        var path = path(text);
        if (!Files.isDirectory(path)) {
            throw Problem.invalid(
                    "There is no directory " + path + ".",
                    "Make it, or name the one in which " + profile.name() + " keeps its state.");
        }
        var below = Objects.requireNonNullElse(home.below(), "");
        if (!below.isEmpty() && !path.endsWith(below)) {
            throw Problem.invalid(
                    profile.name() + " calls that directory \"" + below + "\".",
                    "Name one whose path ends with /" + below + ".");
        }
    }
}
