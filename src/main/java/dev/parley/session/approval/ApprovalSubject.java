package dev.parley.session.approval;

import dev.parley.event.Intent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a question is about, as far as a rule can look at it: the command to run, or the file, the
/// address, the search.
///
/// @param isCommand a shell reads it: parts of it may be commands of their own
/// @param files where it is about several files, each of them
record ApprovalSubject(String text, boolean isCommand, List<String> files) {
    private static final List<String> OTHERS =
            Stream.concat(Intent.ADDRESSES.stream(), Stream.of("pattern", "query")).toList();

    /// Where a shell begins another command, or looks into a substitution.
    private static final Pattern SEPARATORS = Pattern.compile("[;&|\\n\\r`(){}]|\\$\\(");

    /// Everything by which a shell does more than run one command with its words.
    private static final Pattern OPERATORS = Pattern.compile("[;&|\\n\\r`<>]|\\$[({]");

    private ApprovalSubject(String text, boolean isCommand) {
        this(text, isCommand, List.of());
    }

    static ApprovalSubject of(@Nullable JsonNode input) {
        if (input == null) {
            return new ApprovalSubject("", false);
        }
        for (var name : Intent.COMMANDS) {
            var value = text(input.path(name));
            if (value.isPresent()) {
                return new ApprovalSubject(ShellCommand.inside(value.get()), true);
            }
        }
        var named = Intent.fileNames(input).stream().map(ApprovalSubject::straight).toList();
        if (named.size() > 1) {
            return new ApprovalSubject(String.join(", ", named), false, named);
        }
        for (var name : Intent.ONE_FILE) {
            var value = text(input.path(name));
            if (value.isPresent()) {
                return new ApprovalSubject(straight(value.get()), false);
            }
        }
        for (var name : OTHERS) {
            var value = text(input.path(name));
            if (value.isPresent()) {
                return new ApprovalSubject(value.get(), false);
            }
        }
        var changed = changed(input.path("changes"));
        if (!changed.isEmpty()) {
            return new ApprovalSubject(String.join(", ", changed), false, changed);
        }
        return new ApprovalSubject(input.isString() ? input.asString() : input.toString(), false);
    }

    /// The files of a patch, and where it moves them; none where one of them is not told.
    private static List<String> changed(JsonNode changes) {
        var files = new ArrayList<String>();
        for (var change : changes) {
            var file = change.path("path");
            var target = change.path("kind").path("move_path");
            if (!file.isString()) {
                return List.of();
            }
            files.add(straight(file.asString()));
            if (target.isString()) {
                files.add(straight(target.asString()));
            }
        }
        return files;
    }

    /// A way back out of a directory must not pass for a file in it.
    private static String straight(String file) {
        try {
            return file.contains("..") ? Path.of(file).normalize().toString() : file;
        } catch (InvalidPathException _) {
            return file;
        }
    }

    /// An argument list is one command too.
    private static Optional<String> text(JsonNode value) {
        if (value.isString()) {
            return Optional.of(value.asString());
        }
        return value.isArray()
                        && !value.isEmpty()
                        && value.valueStream().allMatch(JsonNode::isString)
                ? Optional.of(
                        value.valueStream()
                                .map(JsonNode::asString)
                                .collect(Collectors.joining(" ")))
                : Optional.empty();
    }

    /// All that a rule has to allow.
    List<String> wholes() {
        return files.isEmpty() ? List.of(text.strip()) : files;
    }

    /// All that a rule may forbid: the commands a shell may find in it, the whole first; each file.
    List<String> parts() {
        if (!files.isEmpty()) {
            return files;
        }
        return isCommand
                ? Stream.concat(Stream.of(text), SEPARATORS.splitAsStream(text))
                        .flatMap(part -> Stream.of(part, ShellCommand.inside(part)))
                        .map(String::strip)
                        .filter(part -> !part.isEmpty())
                        .toList()
                : List.of(text);
    }

    static boolean hasOperators(String text) {
        return OPERATORS.matcher(text).find();
    }
}
