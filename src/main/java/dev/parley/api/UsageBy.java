package dev.parley.api;

import dev.parley.base.problem.Problem;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What usage is added up by.
public enum UsageBy {
    DAY,
    MODEL,
    PROJECT,
    PROVIDER,
    SESSION,
    /// The ticket a session works on, which a row itself does not know.
    TICKET;

    /// What no ticket is known for.
    public static final String NO_TICKET = "(no ticket)";

    /// By the word a person writes.
    public static UsageBy named(String word) {
        return Arrays.stream(values())
                .filter(by -> by.word().equals(word))
                .findFirst()
                .orElseThrow(() ->
                        Problem.invalid(
                                "Usage cannot be added up by \"" + word + "\".",
                                "Choose day, model, project, provider, session or ticket."));
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String of(UsageRow row) {
        return switch (this) {
            case DAY -> row.day().toString();
            case MODEL -> Optional.ofNullable(row.model()).orElse("(unknown)");
            case PROJECT -> Optional.ofNullable(row.project()).orElse("(unknown)");
            case PROVIDER -> row.provider();
            case SESSION -> row.session().toString();
            case TICKET -> NO_TICKET;
        };
    }
}
