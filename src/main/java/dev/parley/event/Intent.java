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
    /// The arguments that hold a command, whatever the agent.
    public static final List<String> COMMANDS = List.of("command", "cmd", "script");

    /// The arguments that name the one file a tool is about.
    public static final List<String> ONE_FILE =
            List.of("file_path", "filePath", "filepath", "absolute_path", "notebook_path", "path");

    /// The arguments that hold an address.
    public static final List<String> ADDRESSES = List.of("url", "uri");

    private static final Set<String> FURTHER_FILES =
            Set.of(
                    "paths",
                    "file",
                    "files",
                    "filename",
                    "target_file",
                    "destination",
                    "old_path",
                    "oldPath",
                    "new_path",
                    "newPath",
                    "move_path",
                    "locations");
    private static final List<String> DIRECTORIES =
            List.of("cwd", "workdir", "working_directory", "directory", "dir_path");

    /// What somebody else may expand to a place that nobody sees from the name.
    private static final Pattern EXPANDED = Pattern.compile("[~$%].*|\\w+:/.*", Pattern.DOTALL);

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
        return fileNames(input).stream()
                .flatMap(name -> absolute(name, directory).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// Every file that is named in the arguments, however deep, as the agent wrote it.
    public static Set<String> fileNames(JsonNode input) {
        var names = new LinkedHashSet<String>();
        collect(input, names);
        for (var name : PATCHES) {
            var patch = PATCHED.matcher(input.path(name).asString(""));
            while (patch.find()) {
                names.add(patch.group(1).strip());
            }
        }
        return names;
    }

    private static void collect(JsonNode node, Set<String> names) {
        node.properties()
                .forEach(each -> {
                    if (ONE_FILE.contains(each.getKey()) || FURTHER_FILES.contains(each.getKey())) {
                        add(each.getValue(), names);
                    }
                });
        node.forEach(each -> collect(each, names));
    }

    private static void add(JsonNode named, Set<String> names) {
        if (named.isString()) {
            names.add(named.asString());
        } else if (named.isArray()) {
            named.valueStream()
                    .filter(JsonNode::isString)
                    .forEach(each -> names.add(each.asString()));
        }
    }

    private static Optional<String> absolute(String file, Path directory) {
        try {
            if (file.isBlank()) {
                return Optional.empty();
            }
            return EXPANDED.matcher(file).matches()
                    ? Optional.of(file)
                    : Optional.of(directory.resolve(file).normalize().toString());
        } catch (InvalidPathException _) {
            return Optional.of(file); // no file system has it, but it is what was said
        }
    }
}
