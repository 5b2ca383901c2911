package dev.parley.wire;

import java.util.regex.Pattern;

/// What CLIs on Node say when the connection to their model ends in the middle: a word that tells a
/// person nothing.
public final class BrokenConnection {
    private static final Pattern WORDS =
            Pattern.compile(
                    "(?i)(?:exception )?(?:typeerror: )?(?:an unexpected error occurred: )?"
                            + "(terminated|fetch failed|other side closed|socket hang up|premature close|"
                            + "(?:read )?econnreset|aborted)\\.?");

    private BrokenConnection() {}

    /// The same words, or a sentence if they are only these.
    public static String explained(String words) {
        return WORDS.matcher(words.strip()).matches()
                ? "The connection to the model ended before its answer was complete ("
                        + words.strip().replaceFirst("\\.$", "")
                        + ")."
                : words;
    }
}
