package dev.parley.session.approval;

import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the command a person means in `/bin/bash -lc 'git status'`: some agents hand every command
/// to a shell by name. Only what a shell takes as exactly one word, without expanding anything, is
/// unpacked.
final class ShellCommand {
    /// A shell of the system, not one that lies in a project.
    private static final Pattern WRAPPED =
            Pattern.compile(
                    "(?:(?:/usr(?:/local)?)?/bin/)?(?:ba|z|da)?sh -l?c (.+)", Pattern.DOTALL);

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]");

    private final String text;
    private final StringBuilder word = new StringBuilder();
    private int at;

    private ShellCommand(String text) {
        this.text = text;
    }

    /// The command inside, or the text itself if it is no such thing.
    static String inside(String command) {
        var found = WRAPPED.matcher(command.strip());
        return found.matches()
                ? new ShellCommand(found.group(1)).oneWord().orElse(command)
                : command;
    }

    private Optional<String> oneWord() {
        while (at < text.length()) {
            var next = text.charAt(at++);
            var isRead =
                    switch (next) {
                        case '\'' -> single();
                        case '"' -> quoted();
                        case '\\' -> escaped();
                        default -> plain(next);
                    };
            if (!isRead) {
                return Optional.empty();
            }
        }
        return Optional.of(word.toString());
    }

    private boolean plain(char next) {
        word.append(next);
        return PLAIN.matcher(String.valueOf(next)).matches();
    }

    private boolean escaped() {
        if (at == text.length() || text.charAt(at) == '\n') {
            return false;
        }
        word.append(text.charAt(at++));
        return true;
    }

    private boolean single() {
        var end = text.indexOf('\'', at);
        if (end < 0) {
            return false;
        }
        word.append(text, at, end);
        at = end + 1;
        return true;
    }

    /// In double quotes a dollar or a backtick would be expanded.
    private boolean quoted() {
        while (at < text.length()) {
            var next = text.charAt(at++);
            switch (next) {
                case '"' -> {
                    return true;
                }
                case '$', '`' -> {
                    return false;
                }
                case '\\' -> {
                    if (at == text.length()) {
                        return false;
                    }
                    var after = text.charAt(at++);
                    if ("$`\"\\".indexOf(after) < 0) {
                        word.append(next);
                    }
                    word.append(after);
                }
                default -> word.append(next);
            }
        }
        return false;
    }
}
