package dev.parley.door.json;

import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.work.run.Durations;
import dev.parley.work.run.RunRequest;

import org.jspecify.annotations.Nullable;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A single turn as JSON asks for it. `openapi.json` describes it as `RunRequest`.
public record RunJson(
        @Nullable String prompt,
        @Nullable String provider,
        @Nullable String model,
        @Nullable String resume,
        @Nullable String cwd,
        @Nullable List<String> directories,
        @Nullable Permission permission,
        @Nullable String system,
        @Nullable String timeout,
        @Nullable String home,
        @Nullable List<String> tools) {
    public RunRequest parse() {
        if (cwd == null) {
            throw Problem.invalid(
                    "The directory (cwd) is missing.",
                    "Give the absolute path of an existing directory.");
        }
        return new RunRequest(
                prompt == null ? "" : prompt,
                provider,
                model,
                resume,
                path(cwd),
                directories == null ? List.of() : directories.stream().map(RunJson::path).toList(),
                permission == null ? Permission.ASK : permission,
                Optional.ofNullable(system),
                Optional.ofNullable(timeout).map(Durations::parse),
                Optional.ofNullable(home).map(RunJson::path),
                tools == null ? List.of() : tools);
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException _) {
            throw Problem.invalid(
                    "There is no directory \"" + name + "\".",
                    "Give the absolute path of an existing directory.");
        }
    }
}
