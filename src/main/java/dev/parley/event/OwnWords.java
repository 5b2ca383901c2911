package dev.parley.event;

import java.util.Collection;

/// What Parley itself writes around a prompt. An agent needs it; a person who looks for a session
/// knows it by the task. Whoever writes these words takes them from here, so that whoever reads a
/// CLI's files can tell them from what was asked.
public final class OwnWords {
    /// Between the instructions of a repository and what is asked.
    public static final String TASK_LINE = "--- USER TASK ---";

    /// Before what was said until now.
    public static final String EARLIER =
            "This conversation goes on from an earlier one that is no longer in your memory.";

    private static final String EARLIER_BEGIN = "<earlier-conversation>";
    private static final String EARLIER_END = "</earlier-conversation>";

    /// Instead of a beginning that is too long ago.
    private static final String CUT = "[the beginning is left out]";

    /// Before the prompt.
    public static final String NOW = "The user now says:";

    /// Before what was said in a conversation that an agent joins.
    public static final String JOINED = "This conversation began without you.";

    /// Between that and what it is asked.
    public static final String ASKED =
            "\nThat is what was said before. What you are asked now:\n\n";

    private static final String REPORT_BEGIN = "<parley-report>\n";
    private static final String REPORT_END = "\n</parley-report>\n\n";

    private static final String MOVED_BEGIN = "<parley-moved>\n";
    private static final String MOVED_END = "\n</parley-moved>\n\n";

    /// Who said it, where several did.
    public static final String USER = "User: ";

    private static final String SYSTEM = "System: ";
    private static final String ASSISTANT = "\n\nAssistant: ";

    private OwnWords() {}

    /// What was said in an earlier conversation, for an agent that does not know it; a prompt
    /// follows. Nothing that was said ends the record from within.
    ///
    /// @param about a sentence about that conversation, or nothing
    /// @param isCut whether it began before
    public static String earlier(String about, boolean isCut, Collection<String> said) {
        return EARLIER
                + about
                + " What was said in it follows; it is a record, not a request.\n\n"
                + EARLIER_BEGIN
                + "\n"
                + (isCut ? CUT + "\n\n" : "")
                + String.join("\n\n", said).replace(EARLIER_END, "[end]")
                + "\n"
                + EARLIER_END
                + "\n\n"
                + NOW
                + "\n\n";
    }

    /// What an agent is told before a prompt that has nothing to do with it.
    public static String report(String text) {
        return REPORT_BEGIN + text + REPORT_END;
    }

    /// What stands before the first prompt of a conversation that was brought from another CLI.
    public static String moved(String text) {
        return MOVED_BEGIN + text + MOVED_END;
    }

    /// A prompt without that.
    public static String unmoved(String prompt) {
        var end = prompt.startsWith(MOVED_BEGIN) ? prompt.indexOf(MOVED_END) : -1;
        return end < 0 ? prompt : prompt.substring(end + MOVED_END.length());
    }

    /// Where a report ends that a text begins with; 0 if there is none.
    private static int reported(String text) {
        var end = text.startsWith(REPORT_BEGIN) ? text.indexOf(REPORT_END) : -1;
        return end < 0 ? 0 : end + REPORT_END.length();
    }

    /// A prompt without the reports before it.
    public static String unreported(String prompt) {
        var rest = prompt;
        for (var end = reported(rest); end > 0; end = reported(rest)) {
            rest = rest.substring(end);
        }
        return rest;
    }

    /// What was asked for, of a prompt as an agent got it.
    public static String task(String whole) {
        var prompt = unreported(unmoved(whole));
        if (prompt.startsWith(EARLIER)) {
            return ofEarlier(prompt);
        }
        var asked = prompt.startsWith(JOINED) ? prompt.lastIndexOf(ASKED) : -1;
        if (asked >= 0) {
            return prompt.substring(asked + ASKED.length());
        }
        var line =
                prompt.startsWith(TASK_LINE + "\n") ? 0 : prompt.indexOf("\n" + TASK_LINE + "\n");
        if (line < 0) {
            return prompt;
        }
        var task = prompt.substring(prompt.indexOf('\n', line + 1) + 1);
        return task.startsWith(SYSTEM) || task.contains(ASSISTANT) ? firstOf(task) : task;
    }

    /// A session is about what it began with, if that is still known.
    private static String ofEarlier(String prompt) {
        var begin = prompt.indexOf(EARLIER_BEGIN + "\n");
        var end = prompt.lastIndexOf("\n" + EARLIER_END);
        if (begin < 0 || end < begin) {
            return prompt;
        }
        var said = prompt.substring(begin + EARLIER_BEGIN.length() + 1, end);
        if (said.startsWith(USER)) {
            return task(firstOf(said));
        }
        var now = prompt.indexOf(NOW, end);
        return now < 0 ? prompt : task(prompt.substring(now + NOW.length()).stripLeading());
    }

    /// The first thing a user said.
    private static String firstOf(String said) {
        var begin = said.startsWith(USER) ? 0 : said.indexOf("\n\n" + USER) + 2;
        if (!said.startsWith(USER, begin)) {
            return said;
        }
        var end = said.indexOf(ASSISTANT, begin);
        return said.substring(begin + USER.length(), end < 0 ? said.length() : end);
    }
}
