package dev.parley.history.text.words;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Who a text of a turn is from. Each has a field of its own in the index, so that a word can be
/// looked for in one of them, and counts more where it says more.
public enum Role {
    PROMPT(0, "user", 3f),
    ANSWER(1, "assistant", 2f),
    CALL(2, "call", 1.5f),
    THOUGHT(3, "thinking", 1f),
    RESULT(4, "result", 1f);

    /// In the order of their codes.
    private static final List<Role> ALL = List.of(PROMPT, ANSWER, CALL, THOUGHT, RESULT);

    /// Calls and results together.
    private static final String TOOL = "tool";

    private final int code;
    private final String word;
    private final float weight;

    Role(int code, String word, float weight) {
        this.code = code;
        this.word = word;
        this.weight = weight;
    }

    /// Its name in queries and in JSON, and the name of its field.
    public String word() {
        return word;
    }

    /// What it is in the index.
    public int code() {
        return code;
    }

    public static Role of(int code) {
        return ALL.get(code);
    }

    public float weight() {
        return weight;
    }

    /// The roles that `role:` may name.
    public static Optional<Set<Role>> named(String text) {
        var name = text.toLowerCase(Locale.ROOT);
        if (name.equals(TOOL)) {
            return Optional.of(EnumSet.of(CALL, RESULT));
        }
        return ALL.stream().filter(role -> role.word.equals(name)).findFirst().map(EnumSet::of);
    }

    public static String names() {
        return "user, assistant, thinking, tool, call or result";
    }
}
