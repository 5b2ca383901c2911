package dev.parley.session.approval;

import java.util.regex.Pattern;

/// What a rule has in its parentheses. A star stands for any text.
///
/// @param directory the folder before the first star, with its slash; empty without one
record SubjectPattern(String directory, Pattern pattern) {
    /// Everything by which a shell does more than run one command with its words.
    private static final Pattern OPERATORS = Pattern.compile("[;&|\\n\\r`<>]|\\$[({]");

    static SubjectPattern parse(String text) {
        var star = text.indexOf('*');
        var fixed = star < 0 ? text : text.substring(0, star);
        return new SubjectPattern(fixed.substring(0, fixed.lastIndexOf('/') + 1), glob(text));
    }

    static Pattern glob(String text) {
        var pattern = new StringBuilder();
        for (var piece : text.splitWithDelimiters("\\*", 0)) {
            pattern.append(piece.equals("*") ? "(.*)" : Pattern.quote(piece));
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL);
    }

    boolean matches(String text) {
        return pattern.matcher(text).matches();
    }

    /// Whether it allows a command line. There a star stands for no shell operator, so that a
    /// permitted beginning cannot carry a second command.
    boolean allowsCommand(String line) {
        var found = pattern.matcher(line);
        if (!found.matches()) {
            return false;
        }
        for (var star = 1; star <= found.groupCount(); star++) {
            if (OPERATORS.matcher(found.group(star)).find()) {
                return false;
            }
        }
        return true;
    }
}
