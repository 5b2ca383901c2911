package dev.parley.session.approval;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One line of the user's rules: `allow Read`, `allow Bash(npm run *)`, `deny Bash(rm *)`. `Bash`
/// is the shell of every agent, whatever that calls it. A star stands for any text. In a rule that
/// allows it stands for no shell operator, so that a permitted beginning cannot carry a second
/// command; a rule that denies looks at every part of a command line.
record ApprovalRule(String line, boolean allows, Pattern tool, @Nullable Pattern subject) {
    private static final Pattern SHAPE =
            Pattern.compile("(allow|deny)\\s+([^\\s()]+)(?:\\((.*)\\))?\\s*", Pattern.DOTALL);

    /// What agents call their shell.
    private static final Set<String> SHELLS =
            Set.of("Bash", "bash", "Shell", "shell", "run_shell_command", "exec_command");

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
                glob(shape.group(2)),
                about == null ? null : glob(about.strip()));
    }

    boolean matches(String toolName, ApprovalSubject asked) {
        if (!tool.matcher(toolName).matches()
                && !(SHELLS.contains(toolName) && tool.matcher("Bash").matches())) {
            return false;
        }
        var wanted = subject;
        if (wanted == null) {
            return true;
        }
        return allows
                ? asked.wholes().stream()
                        .allMatch(whole -> isAllowed(wanted.matcher(whole), asked.isCommand()))
                : asked.parts().stream().anyMatch(part -> wanted.matcher(part).matches());
    }

    private static boolean isAllowed(Matcher found, boolean isCommand) {
        if (!found.matches()) {
            return false;
        }
        for (var star = 1; isCommand && star <= found.groupCount(); star++) {
            if (ApprovalSubject.hasOperators(found.group(star))) {
                return false;
            }
        }
        return true;
    }

    private static Pattern glob(String text) {
        var pattern = new StringBuilder();
        for (var piece : text.splitWithDelimiters("\\*", 0)) {
            pattern.append(piece.equals("*") ? "(.*)" : Pattern.quote(piece));
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL);
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
