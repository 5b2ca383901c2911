package dev.parley.room;

import java.util.regex.Pattern;

/// Reads what a message amounts to.
final class Words {
    private static final Pattern PASS =
            Pattern.compile("(?i)[\\s*_`\"'(\\[]*pass[\\s*_`\"')\\].!]*");

    private Words() {}

    /// An agent that says nothing passes, too.
    static boolean isPass(String text) {
        return text.isBlank() || PASS.matcher(text).matches();
    }
}
