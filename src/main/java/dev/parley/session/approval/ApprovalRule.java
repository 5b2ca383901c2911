package dev.parley.session.approval;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.util.regex.Pattern;

/// One line of the user's rules: `allow Read`, `allow Bash(npm run *)`, `deny Bash(rm *)`. `Bash`
/// is the shell of every agent, whatever that calls it. A rule that allows has to fit all that a
/// question is about; a rule that denies looks at every part of it.
record ApprovalRule(String line, boolean allows, Pattern tool, @Nullable SubjectPattern subject) {
    private static final Pattern SHAPE =
            Pattern.compile("(allow|deny)\\s+([^\\s()]+)(?:\\((.*)\\))?\\s*", Pattern.DOTALL);

    static ApprovalRule parse(String line, String source) {
        var shape = SHAPE.matcher(line.strip());
        if (!shape.matches()) {
            throw broken(line, source, whatIsWrong(line.strip()));
        }
        var about = shape.group(3);
        if (about != null && about.isBlank()) {
            throw broken(line, source, "there is nothing between its parentheses.");
        }
        return new ApprovalRule(
                line,
                shape.group(1).equals("allow"),
                SubjectPattern.glob(shape.group(2)),
                about == null ? null : SubjectPattern.parse(about.strip()));
    }

    boolean matches(ApprovalSubject asked) {
        if (!isNamed(asked)) {
            return false;
        }
        if (!allows) {
            return subject == null || asked.isDeniedBy(subject);
        }
        return asked.isAsItsNameSays(subject != null)
                && (subject == null || asked.isAllowedBy(subject));
    }

    /// A rule that denies takes every command for the shell's, under any title.
    private boolean isNamed(ApprovalSubject asked) {
        var isShell = asked.isShell() || (!allows && asked.isCommand());
        return tool.matcher(asked.tool()).matches() || (isShell && tool.matcher("Bash").matches());
    }

    private static String whatIsWrong(String line) {
        if (!line.startsWith("allow ") && !line.startsWith("deny ")) {
            return "it begins with neither \"allow\" nor \"deny\".";
        }
        return line.indexOf('(') >= 0 && !line.endsWith(")")
                ? "its parenthesis is not closed at its end."
                : "behind the first word it needs the name of a tool.";
    }

    private static Problem broken(String line, String source, String why) {
        return Problem.brokenConfiguration(
                source + ": the approval rule \"" + line + "\" cannot be read: " + why,
                "Write it like \"allow Read\", \"allow Bash(git status)\" or \"deny Bash(rm *)\".");
    }
}
