package dev.parley.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.parley.base.problem.Problem;

import java.security.SecureRandom;
import java.util.regex.Pattern;

/// Our own id of a live session: `s` and fifteen letters and digits. The provider's id of the same
/// conversation may be learned late and may change; this one stays.
public record SessionId(@JsonValue String value) {
    private static final Pattern SHAPE = Pattern.compile("s[a-z2-7]{15}");
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
    private static final SecureRandom RANDOM = new SecureRandom();

    public static SessionId random() {
        var id = new StringBuilder("s");
        for (var at = 0; at < 15; at++) {
            id.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
        }
        return new SessionId(id.toString());
    }

    public static boolean isOne(String text) {
        return SHAPE.matcher(text).matches();
    }

    /// Reads an id that comes from outside.
    @JsonCreator
    public static SessionId of(String text) {
        if (!isOne(text)) {
            throw Problem.notFound(
                    "\"" + text + "\" is no id of a live session.",
                    "Use the id that starting the session gave; the list of sessions has it too.");
        }
        return new SessionId(text);
    }

    @Override
    public String toString() {
        return value;
    }
}
