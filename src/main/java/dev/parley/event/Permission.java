package dev.parley.event;

import com.fasterxml.jackson.annotation.JsonProperty;

import dev.parley.base.problem.Problem;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// What an agent may do without a person. In a one-shot run nobody can be asked: what would need a
/// question is refused.
public enum Permission {
    /// Everything that changes something needs a person's yes.
    @JsonProperty("ask")
    ASK,
    /// It may edit files in its directories.
    @JsonProperty("edit")
    EDIT,
    /// It may look and plan, not change anything.
    @JsonProperty("plan")
    PLAN,
    /// It may do everything. Only when asked for by name.
    @JsonProperty("bypass")
    BYPASS;

    public static Permission named(String wireName) {
        return Arrays.stream(values())
                .filter(one -> one.wireName().equals(wireName))
                .findFirst()
                .orElseThrow(() ->
                        Problem.invalid(
                                "There is no permission mode \"" + wireName + "\".",
                                Arrays.stream(values())
                                        .map(Permission::wireName)
                                        .collect(Collectors.joining(", ", "Say one of ", "."))));
    }

    /// Whether this lets an agent do more by itself than the other does.
    public boolean exceeds(Permission other) {
        return freedom() > other.freedom();
    }

    private int freedom() {
        return switch (this) {
            case PLAN -> 0;
            case ASK -> 1;
            case EDIT -> 2;
            case BYPASS -> 3;
        };
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
