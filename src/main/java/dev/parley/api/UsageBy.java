package dev.parley.api;

import static java.time.DayOfWeek.MONDAY;

import dev.parley.base.problem.Problem;

import java.time.YearMonth;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What usage is added up by.
public enum UsageBy {
    HOUR,
    DAY,
    WEEK,
    MONTH,
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
                                "Choose hour, day, week, month, model, project, provider, session"
                                        + " or ticket."));
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether it is a span of time: then lines are in their order.
    public boolean isTime() {
        return switch (this) {
            case HOUR, DAY, WEEK, MONTH -> true;
            case MODEL, PROJECT, PROVIDER, SESSION, TICKET -> false;
        };
    }

    /// A week goes by its Monday.
    public String of(UsageRow row) {
        return switch (this) {
            case HOUR -> "%s %02d:00".formatted(row.day(), row.hour());
            case DAY -> row.day().toString();
            case WEEK -> row.day().with(TemporalAdjusters.previousOrSame(MONDAY)).toString();
            case MONTH -> YearMonth.from(row.day()).toString();
            case MODEL -> Optional.ofNullable(row.model()).orElse("(unknown)");
            case PROJECT -> Optional.ofNullable(row.project()).orElse("(unknown)");
            case PROVIDER -> row.provider();
            case SESSION -> row.session().toString();
            case TICKET -> NO_TICKET;
        };
    }
}
