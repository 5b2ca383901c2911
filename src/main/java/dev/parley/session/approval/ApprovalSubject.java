package dev.parley.session.approval;

import dev.parley.event.Intent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A question as a rule looks at it: what the tool is called and what it would do.
///
/// @param cwd the directory of the session
record ApprovalSubject(String tool, Intent intent, @Nullable JsonNode input, Path cwd) {
    /// What agents call their shell.
    private static final Set<String> SHELLS =
            Set.of("Bash", "bash", "Shell", "shell", "run_shell_command", "exec_command");

    /// What the names of tools of MCP servers begin with.
    static final String SERVER = "mcp__";

    /// Where a shell begins another command, or looks into a substitution.
    private static final Pattern SEPARATORS = Pattern.compile("[;&|\\n\\r`(){}]|\\$\\(");

    boolean isShell() {
        return SHELLS.contains(tool);
    }

    boolean isCommand() {
        return intent.kind() == Intent.Kind.COMMAND;
    }

    /// Whether the tool may be what it is called. The name may be a title that the agent chose: a
    /// command counts under the name of a shell, or where the rule looks at the command itself, of
    /// a tool of a server.
    ///
    /// @param isLookedAt the rule says more than the name of the tool
    boolean isAsItsNameSays(boolean isLookedAt) {
        if (isShell() || input == null) {
            return true;
        }
        return !Intent.isAct(input) && (!isCommand() || (tool.startsWith(SERVER) && isLookedAt));
    }

    /// What a person reads, in the form of a rule.
    String text() {
        return switch (intent.kind()) {
            case COMMAND -> ShellCommand.inside(String.valueOf(intent.command())).strip();
            case FILES -> String.join(", ", intent.files());
            case ADDRESS -> String.valueOf(intent.address());
            case OTHER -> rest();
        };
    }

    /// What a search looks for, or else all that is known.
    private String rest() {
        if (input == null) {
            return "";
        }
        return Intent.query(input)
                .orElseGet(() -> input.isString() ? input.asString() : input.toString());
    }

    boolean isAllowedBy(SubjectPattern rule) {
        return switch (intent.kind()) {
            case COMMAND -> rule.allowsCommand(text());
            case FILES ->
                    !isShell()
                            && intent.files().stream()
                                    .allMatch(file -> new NamedFile(file, cwd).isAllowedBy(rule));
            case ADDRESS -> isShell() ? rule.allowsCommand(text()) : rule.matches(text());
            case OTHER -> !intent.isKnown() && isRestAllowedBy(rule);
        };
    }

    /// Arguments without a known meaning could be a command.
    private boolean isRestAllowedBy(SubjectPattern rule) {
        var isNoCommand =
                !isShell()
                        && (tool.startsWith(SERVER)
                                || (input != null && Intent.query(input).isPresent()));
        return isNoCommand ? rule.matches(rest()) : rule.allowsCommand(rest());
    }

    /// Whether a rule forbids any of it: one of the commands a shell may find in it, a file, the
    /// address. Without a known meaning, every argument counts.
    boolean isDeniedBy(SubjectPattern rule) {
        var commands =
                intent.isKnown()
                        ? Stream.ofNullable(intent.command()).map(ShellCommand::inside)
                        : Stream.concat(Stream.of(rest()), strings(input));
        var texts =
                Stream.concat(
                        commands.flatMap(ApprovalSubject::parts),
                        Stream.ofNullable(intent.address()));
        return texts.anyMatch(rule::matches)
                || intent.files().stream()
                        .anyMatch(file -> new NamedFile(file, cwd).isDeniedBy(rule));
    }

    private static Stream<String> strings(@Nullable JsonNode node) {
        if (node == null || node.isString()) {
            return Stream.ofNullable(node).map(JsonNode::asString);
        }
        return node.valueStream().flatMap(ApprovalSubject::strings);
    }

    /// The whole first.
    private static Stream<String> parts(String text) {
        return Stream.concat(Stream.of(text), SEPARATORS.splitAsStream(text))
                .flatMap(part -> Stream.of(part, ShellCommand.inside(part)))
                .map(String::strip)
                .filter(part -> !part.isEmpty());
    }
}
