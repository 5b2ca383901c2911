package dev.parley.room;

import java.nio.charset.StandardCharsets;

/// About how many tokens a text has: four bytes each, which is near enough for a bound.
public final class Tokens {
    private Tokens() {}

    public static int about(String text) {
        return (text.getBytes(StandardCharsets.UTF_8).length + 3) / 4;
    }

    /// The beginning of a text that has about so many.
    static String first(String text, int tokens) {
        var end = Math.min(text.length(), tokens * 4);
        while (end > 0 && about(text.substring(0, end)) > tokens) {
            end = end * 9 / 10;
        }
        // Half of a pair is no character.
        if (end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end);
    }
}
