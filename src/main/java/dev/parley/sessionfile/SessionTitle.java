package dev.parley.sessionfile;

import dev.parley.event.OwnWords;
import dev.parley.sessionfile.SessionBuilder.TitleBy;
import dev.parley.sessionfile.scan.Values;

import org.jspecify.annotations.Nullable;

/// What a stored session is called. Several give it a title, and some of them only repeat the
/// beginning of a prompt that has words of ours before the task.
final class SessionTitle {
    private static final int LENGTH = 100;
    private static final int BEGINNING = 1000;

    /// What readers tell in the place of a picture.
    private static final String IMAGE = "[image]";

    /// Where the first words are looked for.
    private static final int LINES = 5;

    private @Nullable String title;
    private @Nullable String task;

    /// How it begins, if that are words of ours.
    private @Nullable String firstPrompt;

    private TitleBy titleBy = TitleBy.PROMPT;

    boolean isKnown() {
        return title != null;
    }

    /// What Parley put before a prompt is no title, and neither is what a CLI made of it.
    void prompt(String text) {
        if (firstPrompt == null && !text.isBlank()) {
            var asked = OwnWords.task(text);
            firstPrompt = asked.equals(text) ? "" : plain(Values.beginning(text, BEGINNING));
            tell(asked.isBlank() ? text : asked, TitleBy.PROMPT);
            task = asked.isBlank() ? null : firstLine(asked);
        }
    }

    void tell(@Nullable String text, TitleBy by) {
        if (text == null || text.isBlank()) {
            return;
        }
        var isBetter =
                title == null
                        || by.compareTo(titleBy) > 0
                        || (by == titleBy && by != TitleBy.PROMPT);
        if (isBetter) {
            title = firstLine(text);
            titleBy = by;
        }
    }

    /// The task, where the CLI calls a session by the beginning of its prompt and that is ours.
    @Nullable String settled() {
        var name = title == null ? "" : plain(title).replaceFirst("(?:…|\\.\\.\\.)$", "");
        var isOurs =
                titleBy == TitleBy.CLI
                        && firstPrompt != null
                        && !name.isEmpty()
                        && firstPrompt.startsWith(name);
        return isOurs && task != null ? task : title;
    }

    private static String plain(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    /// The first one that says something: a line of marks around material does not, nor does a
    /// picture that stands before the words.
    private static String firstLine(String text) {
        var lines = text.strip().lines().limit(LINES).toList();
        var line =
                lines.stream()
                        .filter(one -> one.codePoints().anyMatch(Character::isLetterOrDigit))
                        .filter(one -> !one.strip().equals(IMAGE))
                        .findFirst()
                        .orElse(lines.isEmpty() ? "" : lines.getFirst());
        return Values.beginning(line.strip(), LENGTH);
    }
}
