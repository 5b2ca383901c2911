package dev.parley.event;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What exactly an agent would do, read from the arguments of its tool and not from what it calls
/// them.
///
/// @param command the command line as a shell would get it
/// @param directory where that runs, or where relative files are
/// @param files every file it would touch, with where it moves them, as absolute paths
/// @param address what it would visit
public record Intent(
        @Nullable String command, String directory, List<String> files, @Nullable String address) {
    private static final List<String> COMMANDS = List.of("command", "cmd", "script");
    private static final List<String> DIRECTORIES =
            List.of("cwd", "workdir", "working_directory", "directory", "dir_path");
    private static final List<String> FILES =
            List.of(
                    "file_path",
                    "filePath",
                    "filepath",
                    "absolute_path",
                    "notebook_path",
                    "path",
                    "paths",
                    "files",
                    "locations");
    private static final List<String> ADDRESSES = List.of("url", "uri");
    private static final List<String> PATCHES = List.of("patch", "patchText", "input");
    private static final Pattern PATCHED =
            Pattern.compile(
                    "^\\*\\*\\* (?:(?:Add|Update|Delete) File|Move to): (.+)$", Pattern.MULTILINE);
    private static final Pattern PLAIN_WORD = Pattern.compile("[\\w@%+=:,./-]+");

    public Intent {
        files = files == null ? List.of() : List.copyOf(files);
    }

    /// @param cwd the directory of the session
    public static Intent of(@Nullable JsonNode input, Path cwd) {
        if (input == null) {
            return new Intent(null, cwd.toString(), List.of(), null);
        }
        var command = COMMANDS.stream().flatMap(name -> line(input.path(name)).stream());
        var directory =
                first(input, DIRECTORIES)
                        .flatMap(name -> absolute(name, cwd))
                        .orElse(cwd.toString());
        return new Intent(
                command.findFirst().orElse(null),
                directory,
                List.copyOf(files(input, place(directory, cwd))),
                first(input, ADDRESSES).orElse(null));
    }

    /// Where relative files are: what no file system has is not a place.
    private static Path place(String directory, Path cwd) {
        try {
            return Path.of(directory);
        } catch (InvalidPathException _) {
            return cwd;
        }
    }

    /// Whether it says anything more than where.
    public boolean isKnown() {
        return command != null || address != null || !files.isEmpty();
    }

    private static Optional<String> first(JsonNode input, List<String> names) {
        return names.stream()
                .map(input::path)
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .filter(text -> !text.isBlank())
                .findFirst();
    }

    /// A list of arguments is one command too, quoted where a shell would take a word apart.
    private static Optional<String> line(JsonNode command) {
        if (command.isString()) {
            return Optional.of(command.asString());
        }
        return command.isArray()
                        && !command.isEmpty()
                        && command.valueStream().allMatch(JsonNode::isString)
                ? Optional.of(
                        command.valueStream()
                                .map(word -> quoted(word.asString()))
                                .collect(Collectors.joining(" ")))
                : Optional.empty();
    }

    private static String quoted(String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static Set<String> files(JsonNode input, Path directory) {
        var files = new LinkedHashSet<String>();
        for (var name : FILES) {
            add(files, input.path(name), directory);
        }
        for (var change : input.path("changes")) {
            add(files, change.path("path"), directory);
            add(files, change.path("kind").path("move_path"), directory);
        }
        for (var name : PATCHES) {
            var patch = PATCHED.matcher(input.path(name).asString(""));
            while (patch.find()) {
                absolute(patch.group(1).strip(), directory).ifPresent(files::add);
            }
        }
        return files;
    }

    private static void add(Set<String> files, JsonNode named, Path directory) {
        if (named.isString()) {
            absolute(named.asString(), directory).ifPresent(files::add);
        } else if (named.isArray()) {
            named.forEach(
                    each -> add(files, each.isObject() ? each.path("path") : each, directory));
        }
    }

    private static Optional<String> absolute(String file, Path directory) {
        try {
            return file.isBlank()
                    ? Optional.empty()
                    : Optional.of(directory.resolve(file).normalize().toString());
        } catch (InvalidPathException _) {
            return Optional.of(file); // no file system has it, but it is what was said
        }
    }
}
