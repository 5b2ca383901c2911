package dev.parley.history.usage;

import dev.parley.api.UsageBy;
import dev.parley.api.UsageReport.Line;
import dev.parley.api.UsageRow;
import dev.parley.api.UsageTotals;
import dev.parley.event.SessionKey;
import dev.parley.history.HistorySnapshot;
import dev.parley.sessionfile.StoredFacts;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Counts what the sessions of a [HistorySnapshot] used. A request that several files tell of
/// counts once, for the session that had it first. Thread-safe.
public final class Usages {
    private record Counted(HistorySnapshot view, List<UsageRow> rows) {}

    private final Prices prices;
    private final ZoneId zone;
    private volatile @Nullable Counted last;

    /// @param zone where a day begins and ends
    public Usages(Prices prices, ZoneId zone) {
        this.prices = prices;
        this.zone = zone;
    }

    /// One row per day, provider, model, project and session.
    public List<UsageRow> rows(HistorySnapshot view) {
        var before = last;
        if (before != null && before.view() == view) {
            return before.rows();
        }
        var rows = count(view);
        last = new Counted(view, rows);
        return rows;
    }

    private List<UsageRow> count(HistorySnapshot view) {
        var count = new UsageCount(prices, zone);
        for (var told : view.told()) {
            count.add(owner(told.session()), told.requests());
        }
        var projects = new HashMap<SessionKey, @Nullable String>();
        view.told()
                .forEach(told ->
                        projects.computeIfAbsent(
                                owner(told.session()),
                                _ -> view.projectOf(told.session()).orElse(null)));
        return count.rows(projects);
    }

    private static SessionKey owner(StoredFacts session) {
        return session.parent() == null
                ? session.key()
                : new SessionKey(session.provider(), session.parent());
    }

    /// Adds up; days in their order, everything else with the most tokens first.
    ///
    /// @param since the first day that counts
    public List<Line> report(HistorySnapshot view, UsageBy by, Optional<LocalDate> since) {
        return report(view, by, by::of, since);
    }

    /// The same under names that only the caller knows.
    ///
    /// @param name what a row is added up under
    public List<Line> report(
            HistorySnapshot view,
            UsageBy by,
            Function<UsageRow, String> name,
            Optional<LocalDate> since) {
        var sums = new HashMap<String, UsageTotals>();
        for (var row : rows(view)) {
            if (since.isEmpty() || !row.day().isBefore(since.get())) {
                sums.merge(name.apply(row), row.totals(), UsageTotals::plus);
            }
        }
        var order =
                by == UsageBy.DAY
                        ? Comparator.comparing(Line::name)
                        : Comparator.comparingLong((Line line) -> line.totals().tokens())
                                .reversed()
                                .thenComparing(Line::name);
        return sums.entrySet().stream()
                .map(sum -> new Line(sum.getKey(), sum.getValue()))
                .sorted(order)
                .toList();
    }

    /// Models that were used and have no price, by name.
    public List<String> unpriced(HistorySnapshot view, Optional<LocalDate> since) {
        return rows(view).stream()
                .filter(row -> since.isEmpty() || !row.day().isBefore(since.get()))
                .filter(row -> row.totals().unpricedTokens() > 0)
                .map(UsageBy.MODEL::of)
                .distinct()
                .sorted()
                .toList();
    }
}
