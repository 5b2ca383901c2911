package dev.parley.history.usage;

import dev.parley.api.UsageBy;
import dev.parley.api.UsageReport.Line;
import dev.parley.api.UsageRow;
import dev.parley.api.UsageTotals;
import dev.parley.event.SessionKey;
import dev.parley.history.HistorySnapshot;
import dev.parley.history.catalog.IndexedFile.Told;
import dev.parley.history.usage.UsageCount.Span;
import dev.parley.sessionfile.StoredFacts;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Counts what the sessions of a [HistorySnapshot] used. A request that several files tell of
/// counts once, for the session that had it first. Thread-safe.
public final class Usages {
    private static final Comparator<Line> MOST_FIRST =
            Comparator.comparingLong((Line line) -> line.totals().tokens())
                    .reversed()
                    .thenComparing(Line::name);

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
        var rows = count(view, Span.DAY);
        last = new Counted(view, rows);
        return rows;
    }

    /// What one session used. Somebody opens one while agents write to others: counting everybody's
    /// anew for it would take longer than all the rest.
    public UsageTotals of(HistorySnapshot view, SessionKey session) {
        var count = counted(view.told(session), Span.DAY);
        return count.rows(new HashMap<>()).stream()
                .filter(row -> row.session().equals(session))
                .map(row -> row.totals())
                .reduce(UsageTotals.NONE, UsageTotals::plus);
    }

    private UsageCount counted(List<Told> all, Span span) {
        var count = new UsageCount(prices, zone, span);
        for (var told : all) {
            count.add(owner(told.session()), told.requests());
        }
        return count;
    }

    private List<UsageRow> count(HistorySnapshot view, Span span) {
        var count = counted(view.told(), span);
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

    /// @param since the first day that counts
    public List<Line> report(HistorySnapshot view, UsageBy by, Optional<LocalDate> since) {
        return report(view, UsageQuery.of(by, since), by::of);
    }

    /// Adds up; times in their order, everything else with the most tokens first.
    ///
    /// @param name what a row is added up under
    public List<Line> report(
            HistorySnapshot view, UsageQuery query, Function<UsageRow, String> name) {
        // Few ask for hours, so these are not remembered.
        var rows = query.by() == UsageBy.HOUR ? count(view, Span.HOUR) : rows(view);
        var groups = new HashMap<String, List<UsageRow>>();
        rows.stream()
                .filter(query)
                .forEach(row ->
                        groups.computeIfAbsent(name.apply(row), _ -> new ArrayList<>()).add(row));
        return groups.entrySet().stream()
                .map(group -> line(view, query, group.getKey(), group.getValue()))
                .sorted(query.by().isTime() ? Comparator.comparing(Line::name) : MOST_FIRST)
                .toList();
    }

    private static Line line(
            HistorySnapshot view, UsageQuery query, String name, List<UsageRow> rows) {
        var title =
                query.by() == UsageBy.SESSION
                        ? view.find(rows.getFirst().session())
                                .map(entry -> entry.summary().name())
                                .orElse(null)
                        : null;
        return new Line(name, title, totals(rows), query.hasModels() ? models(rows) : List.of());
    }

    private static List<Line> models(List<UsageRow> rows) {
        return rows.stream().collect(Collectors.groupingBy(UsageBy.MODEL::of)).entrySet().stream()
                .map(group -> new Line(group.getKey(), null, totals(group.getValue()), List.of()))
                .sorted(MOST_FIRST)
                .toList();
    }

    private static UsageTotals totals(List<UsageRow> rows) {
        return rows.stream().map(row -> row.totals()).reduce(UsageTotals.NONE, UsageTotals::plus);
    }

    /// Models that were used and have no price, by name.
    public List<String> unpriced(HistorySnapshot view, UsageQuery query) {
        return rows(view).stream()
                .filter(query)
                .filter(row -> row.totals().unpricedTokens() > 0)
                .map(UsageBy.MODEL::of)
                .distinct()
                .sorted()
                .toList();
    }
}
