package dev.parley.work.past;

import dev.parley.api.UsageBy;
import dev.parley.api.UsageReport;
import dev.parley.api.UsageRequest;
import dev.parley.api.UsageRow;
import dev.parley.api.UsageTotals;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.history.SessionQuery;
import dev.parley.history.usage.Day;
import dev.parley.history.usage.Prices;
import dev.parley.history.usage.UsageQuery;
import dev.parley.history.usage.Usages;
import dev.parley.work.ticket.TicketNames;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.function.Consumer;
import java.util.function.Function;

/// Adds up the tokens all CLIs used, and what they cost, by the prices that ship and the user's
/// own.
public final class ReportUsage {
    private final History history;
    private final Path prices;
    private final TicketNames tickets;
    private final Clock clock;
    private final Consumer<String> providers;
    private volatile @Nullable Usages counting;

    /// @param prices the user's own; read when somebody asks, because they may be wrong
    /// @param tickets asked only where usage is added up by ticket
    /// @param clock its zone is where days begin and end
    /// @param providers throws a problem for an id that no provider has
    public ReportUsage(
            History history,
            Path prices,
            TicketNames tickets,
            Clock clock,
            Consumer<String> providers) {
        this.history = history;
        this.providers = providers;
        this.prices = prices;
        this.tickets = tickets;
        this.clock = clock;
    }

    public UsageReport report(UsageRequest request) throws InterruptedException {
        request.provider().ifPresent(providers);
        var today = LocalDate.now(clock);
        var query =
                new UsageQuery(
                        request.by(),
                        request.since().map(day -> Day.parse(day, today)),
                        request.until().map(day -> Day.last(day, today)),
                        new SessionQuery(request.provider(), request.project(), true),
                        request.hasModels());
        var view = history.view();
        var usages = counting();
        return new UsageReport(
                request.by(),
                history.isComplete(),
                usages.report(view, query, name(request.by())),
                usages.unpriced(view, query));
    }

    private Function<UsageRow, String> name(UsageBy by) throws InterruptedException {
        if (by != UsageBy.TICKET) {
            return by::of;
        }
        var names = tickets.bySession();
        return row -> names.getOrDefault(row.session(), UsageBy.NO_TICKET);
    }

    /// What one session used.
    UsageTotals of(SessionKey session) {
        return counting().of(history.view(), session);
    }

    /// One that is kept: it remembers what it counted as long as nothing changes.
    private Usages counting() {
        var current = counting;
        if (current == null) {
            current = new Usages(Prices.read(prices), clock.getZone());
            counting = current;
        }
        return current;
    }
}
