package dev.parley.history.usage;

import dev.parley.api.UsageBy;
import dev.parley.api.UsageRow;
import dev.parley.history.SessionQuery;

import java.time.LocalDate;
import java.util.Optional;
import java.util.function.Predicate;

/// Which requests count, and what they are added up by.
///
/// @param since the first day that counts
/// @param until the last one
/// @param sessions of which provider and project
/// @param hasModels whether each line tells what came of which model
public record UsageQuery(
        UsageBy by,
        Optional<LocalDate> since,
        Optional<LocalDate> until,
        SessionQuery sessions,
        boolean hasModels)
        implements Predicate<UsageRow> {
    private static final SessionQuery ALL =
            new SessionQuery(Optional.empty(), Optional.empty(), true);

    static UsageQuery of(UsageBy by, Optional<LocalDate> since) {
        return new UsageQuery(by, since, Optional.empty(), ALL, false);
    }

    @Override
    public boolean test(UsageRow row) {
        return (since.isEmpty() || !row.day().isBefore(since.get()))
                && (until.isEmpty() || !row.day().isAfter(until.get()))
                && sessions.isIn(row.provider(), row.project());
    }
}
