package dev.parley.session.approval;

import dev.parley.event.Event;
import dev.parley.event.Intent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/// What a person allows for a session beyond the question that was asked, and the words for it.
/// Parley remembers it itself, even where the agent could: agents differ in what they make of
/// "always", and some make every command of it (docs/decisions/0015).
sealed interface SessionGrant {
    /// What agents call the tools that change files.
    Set<String> EDITORS =
            Set.of(
                    "write",
                    "edit",
                    "multiedit",
                    "notebookedit",
                    "write_file",
                    "writefile",
                    "replace",
                    "strreplacefile",
                    "patch",
                    "apply_patch");

    /// Tools that can do anything: of these only the very same arguments are allowed again.
    Set<String> POWERFUL =
            Set.of(
                    "bash",
                    "shell",
                    "run_shell_command",
                    "exec_command",
                    "exec",
                    "task",
                    "agent",
                    "request_permissions");

    /// Arguments that only describe a command, or limit its time.
    List<String> WORDS =
            List.of("description", "title", "reason", "justification", "timeout", "timeout_ms");

    /// A line that could be the name of a file somewhere else.
    Pattern PLACE =
            Pattern.compile(
                    "/[^\\n]*|~[^\\n]*|\\$[^\\n]*|\\w+:/[^\\n]*|(?:[^\\n]*/)?\\.\\.(?:/[^\\n]*)?");

    boolean covers(Event.ApprovalRequested question);

    /// What is allowed, as a person reads it.
    String text();

    /// @param arguments everything the tool is given but words about it
    record SameCommand(String command, String directory, JsonNode arguments)
            implements SessionGrant {
        @Override
        public boolean covers(Event.ApprovalRequested question) {
            var intent = question.intent();
            return intent != null
                    && command.equals(intent.command())
                    && directory.equals(intent.directory())
                    && arguments.equals(withoutWords(question.input()));
        }

        @Override
        public String text() {
            return "exactly this command in " + directory;
        }
    }

    /// @param tool empty for every tool that changes files
    record FilesBelow(Optional<String> tool, String directory) implements SessionGrant {
        @Override
        public boolean covers(Event.ApprovalRequested question) {
            var intent = question.intent();
            return intent != null
                    && intent.kind() == Intent.Kind.FILES
                    && tool.equals(otherThanEditor(question.toolName()))
                    && isPlain(question.input())
                    && areBelow(intent.files(), directory)
                    && areBelowOrNoPaths(question.input(), directory);
        }

        @Override
        public String text() {
            return tool.map(name -> "every " + name + " of a file").orElse("every change of a file")
                    + " below "
                    + directory
                    + ", except in hidden folders and files (such as .git)";
        }
    }

    record SameFiles(String tool, List<String> files) implements SessionGrant {
        @Override
        public boolean covers(Event.ApprovalRequested question) {
            var intent = question.intent();
            return intent != null
                    && intent.kind() == Intent.Kind.FILES
                    && tool.equals(question.toolName())
                    && isPlain(question.input())
                    && files.containsAll(intent.files());
        }

        @Override
        public String text() {
            return "every " + tool + " of " + String.join(", ", files);
        }
    }

    record SameHost(String tool, String host) implements SessionGrant {
        @Override
        public boolean covers(Event.ApprovalRequested question) {
            var intent = question.intent();
            return intent != null
                    && intent.kind() == Intent.Kind.ADDRESS
                    && tool.equals(question.toolName())
                    && isPlain(question.input())
                    && intent.address() != null
                    && hostOf(intent.address()).filter(host::equals).isPresent();
        }

        @Override
        public String text() {
            return "every " + tool + " from " + host;
        }
    }

    record SameTool(String tool) implements SessionGrant {
        @Override
        public boolean covers(Event.ApprovalRequested question) {
            var intent = question.intent();
            return tool.equals(question.toolName())
                    && isPlain(question.input())
                    && intent != null
                    && !intent.isKnown();
        }

        @Override
        public String text() {
            return "every use of " + tool + ", whatever its arguments";
        }
    }

    record SameArguments(String tool, JsonNode input) implements SessionGrant {
        @Override
        public boolean covers(Event.ApprovalRequested question) {
            return tool.equals(question.toolName()) && input.equals(question.input());
        }

        @Override
        public String text() {
            return "every use of " + tool + " with exactly these arguments";
        }
    }

    /// What allowing a question for the session means; nothing where it would mean nothing.
    ///
    /// @param cwd the directory of the session
    static Optional<SessionGrant> of(Event.ApprovalRequested question, Path cwd) {
        var intent = question.intent();
        var input = question.input();
        var tool = question.toolName();
        if (intent == null || input == null || question.asksForValues()) {
            return Optional.empty();
        }
        if (intent.command() != null) {
            return Optional.of(
                    new SameCommand(intent.command(), intent.directory(), withoutWords(input)));
        }
        var same = new SameArguments(tool, input);
        if (POWERFUL.contains(tool.toLowerCase(Locale.ROOT))
                || !isPlain(input)
                || intent.files().contains(Intent.UNNAMED)) {
            return Optional.of(same);
        }
        return Optional.of(
                switch (intent.kind()) {
                    case FILES -> files(question, intent, cwd);
                    case ADDRESS ->
                            Optional.ofNullable(intent.address())
                                    .flatMap(SessionGrant::hostOf)
                                    .<SessionGrant>map(host -> new SameHost(tool, host))
                                    .orElse(same);
                    // The name of a tool may be a title that the agent chose, and then says
                    // nothing.
                    case COMMAND, OTHER ->
                            tool.startsWith(ApprovalSubject.SERVER) && !intent.isKnown()
                                    ? new SameTool(tool)
                                    : same;
                });
    }

    private static JsonNode withoutWords(@Nullable JsonNode input) {
        return input instanceof ObjectNode object
                ? object.deepCopy().remove(WORDS)
                : MissingNode.getInstance();
    }

    /// It changes or reads what it names, and does not run, move or delete it.
    private static boolean isPlain(@Nullable JsonNode input) {
        return input instanceof ObjectNode object && !object.has("kind");
    }

    /// No argument names a place outside, under whatever key.
    private static boolean areBelowOrNoPaths(@Nullable JsonNode node, String directory) {
        if (node == null) {
            return false;
        }
        return node.isString()
                ? !PLACE.matcher(node.asString()).matches() || isBelow(node.asString(), directory)
                : node.valueStream().allMatch(each -> areBelowOrNoPaths(each, directory));
    }

    private static SessionGrant files(Event.ApprovalRequested question, Intent intent, Path cwd) {
        var isRoot = cwd.getNameCount() == 0;
        return !isRoot && areBelow(intent.files(), cwd.toString())
                ? new FilesBelow(otherThanEditor(question.toolName()), cwd.toString())
                : new SameFiles(question.toolName(), intent.files());
    }

    private static Optional<String> otherThanEditor(String tool) {
        return EDITORS.contains(tool.toLowerCase(Locale.ROOT))
                ? Optional.empty()
                : Optional.of(tool);
    }

    /// Whether all of them are, by their names and by the links on the way. Hidden files do more
    /// than be read: hooks of git, settings of agents, keys.
    private static boolean areBelow(List<String> files, String directory) {
        return !files.isEmpty() && files.stream().allMatch(file -> isBelow(file, directory));
    }

    private static boolean isBelow(String file, String directory) {
        try {
            var path = Path.of(file);
            var top = Path.of(directory);
            return isShownBelow(path.normalize(), top)
                    && isShownBelow(NamedFile.real(path), top.toRealPath());
        } catch (IOException | InvalidPathException _) {
            return false;
        }
    }

    private static boolean isShownBelow(Path path, Path top) {
        return path.startsWith(top)
                && !path.equals(top)
                && StreamSupport.stream(top.relativize(path).spliterator(), false)
                        .noneMatch(name -> name.toString().startsWith("."));
    }

    private static Optional<String> hostOf(String address) {
        try {
            var uri = URI.create(address);
            return uri.getHost() == null
                    ? Optional.empty()
                    : Optional.of(
                            (uri.getScheme()
                                            + "://"
                                            + uri.getHost()
                                            + (uri.getPort() < 0 ? "" : ":" + uri.getPort()))
                                    .toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
