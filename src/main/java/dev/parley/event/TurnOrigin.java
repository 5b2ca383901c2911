package dev.parley.event;

import java.util.Arrays;
import java.util.Locale;

/// Who began a turn.
public enum TurnOrigin {
    /// A person or program asked.
    PROMPT,
    /// The agent went on by itself, for example because a task in its background ended.
    AGENT;

    /// As it is written in JSON.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static TurnOrigin ofWireName(String name) {
        return Arrays.stream(values())
                .filter(origin -> origin.wireName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No turn origin " + name));
    }
}
