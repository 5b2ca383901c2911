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
import java.util.stream.Stream;

/// What exactly an agent would do, read from the arguments of its tool and not from its words about
/// them. This is the only place that knows which arguments name commands, files and addresses.
///
/// @param command the command line as a shell would get it; where there are several, one per line
/// @param directory where that runs, or where relative files are
/// @param files every file it would touch, with where it moves them, as absolute paths. A way back
///   behind a name (`a/../b`) stays in it, since `a` may be a link
/// @param address what it would visit
public record Intent(
        @Nullable String command, String directory, List<String> files, @Nullable String address) {
    /// What it is about. `OTHER` is what says nothing of that, or contradicts itself.
    public enum Kind {
        COMMAND,
        FILES,
        ADDRESS,
        OTHER
    }

    /// Stands for a file that a patch changes without a name.
    public static final String UNNAMED = "(a file without a name)";

    private static final List<String> COMMANDS = List.of("command", "cmd", "script");
    private static final List<String> ARGUMENTS = List.of("args", "arguments");
    private static final List<String> DIRECTORIES =
            List.of("cwd", "workdir", "working_directory", "directory", "dir_path");
    private static final Set<String> FILES =
            Set.of(
                    "file_path",
                    "filePath",
                    "filepath",
                    "absolute_path",
                    "notebook_path",
                    "path",
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

    /// A name that somebody else may expand to another place.
    private static final Pattern EXPANDED = Pattern.compile("[~$%].*|\\w+:/.*", Pattern.DOTALL);

    private static final List<String> ADDRESSES = List.of("url", "uri");
    private static final List<String> QUERIES = List.of("pattern", "query");
    private static final Set<String> ACTS = Set.of("execute", "delete", "move");
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
        var commands =
                COMMANDS.stream()
                        .flatMap(name -> line(input.path(name)).stream())
                        .collect(Collectors.joining("\n"));
        var command = Stream.concat(Stream.of(commands), arguments(input));
        var directory =
                first(input, DIRECTORIES)
                        .flatMap(name -> absolute(name, cwd))
                        .orElse(cwd.toString());
        return new Intent(
                commands.isEmpty() ? null : command.collect(Collectors.joining(" ")),
                directory,
                List.copyOf(files(input, place(directory, cwd))),
                first(input, ADDRESSES).orElse(null));
    }

    private static Stream<String> arguments(JsonNode input) {
        return ARGUMENTS.stream()
                .map(input::path)
                .filter(JsonNode::isArray)
                .flatMap(list -> line(list).stream());
    }

    /// The directory of relative files: what no file system has is not a place.
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

    public Kind kind() {
        if (command != null) {
            return Kind.COMMAND;
        }
        if (address == null) {
            return files.isEmpty() ? Kind.OTHER : Kind.FILES;
        }
        return files.isEmpty() ? Kind.ADDRESS : Kind.OTHER;
    }

    /// What a search would look for.
    public static Optional<String> query(JsonNode input) {
        return first(input, QUERIES);
    }

    /// Whether it would do more than its tool's name may show: run, delete or move something.
    public static boolean isAct(JsonNode input) {
        return ACTS.contains(input.path("kind").asString(""));
    }

    /// Whether the place of a file cannot be known from its name.
    public static boolean isExpanded(String file) {
        return file.equals(UNNAMED) || EXPANDED.matcher(file).matches();
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
                    if (FILES.contains(each.getKey())) {
                        add(each.getValue(), names);
                    }
                });
        for (var change : node.path("changes")) {
            if (!change.path("path").isString()) {
                names.add(UNNAMED);
            }
        }
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
            if (isExpanded(file)) {
                return Optional.of(file);
            }
            var path = directory.resolve(file);
            return Optional.of((leadsBack(Path.of(file)) ? path : path.normalize()).toString());
        } catch (InvalidPathException _) {
            return Optional.of(file); // no file system has it, but it is what the agent wrote
        }
    }

    /// Whether it leaves a folder that it names. Where that is a link, the way leads elsewhere than
    /// the name says.
    private static boolean leadsBack(Path file) {
        var isInside = false;
        for (var name : file) {
            if (!name.toString().equals("..")) {
                isInside |= !name.toString().equals(".");
            } else if (isInside) {
                return true;
            }
        }
        return false;
    }
}
