package dev.parley;

import dev.parley.base.disk.Directories;
import dev.parley.history.History;
import dev.parley.history.HistoryKeeper;
import dev.parley.history.text.TextSearch;
import dev.parley.provider.Providers;
import dev.parley.ticket.TicketSessions;
import dev.parley.work.past.HistoryVerbs;
import dev.parley.work.past.IndexHistory;
import dev.parley.work.past.ListSessions;
import dev.parley.work.past.LiveNow;
import dev.parley.work.past.ReportUsage;
import dev.parley.work.past.ResumeSession;
import dev.parley.work.past.SearchSessions;
import dev.parley.work.past.ShowSession;
import dev.parley.workspace.terminal.Terminals;
import dev.parley.workspace.worktree.Worktrees;

import java.time.Clock;

/// What the CLIs left on this machine, and the verbs over it, wired by hand.
final class HistorySupply implements AutoCloseable {
    private final Directories directories;
    private final Providers providers;
    private final Clock clock;
    private final History history;
    private final HistoryKeeper keeper;
    private final TextSearch search;

    /// @param clock in the zone of the user
    HistorySupply(Machine machine, Worktrees worktrees, Clock clock) {
        directories = machine.directories();
        providers = machine.providers();
        this.clock = clock;
        history =
                new History(
                        () -> providers.storedPlaces(machine.environment()),
                        worktrees::repositoryOf,
                        key -> machine.roomSessions().roomOf(key).isPresent(),
                        directories.index());
        keeper = new HistoryKeeper(history);
        var text = directories.index().resolve("text");
        search = new TextSearch(history, text, clock.getZone(), clock, providers::named);
    }

    History history() {
        return history;
    }

    HistoryVerbs verbs(LiveNow live, Terminals terminals, TicketSessions tickets) {
        var usage =
                new ReportUsage(
                        history,
                        directories.pricesFile(),
                        () -> live.tickets(tickets.all()),
                        clock,
                        providers::named);
        var show = new ShowSession(history, live, usage);
        return new HistoryVerbs(
                new ListSessions(history, search, live, providers::named),
                show,
                new SearchSessions(history, search, live),
                usage,
                new IndexHistory(history, keeper, search),
                new ResumeSession(show, terminals));
    }

    @Override
    public void close() {
        keeper.close();
        search.close();
    }
}
