package dev.parley;

import dev.parley.session.Sessions;
import dev.parley.store.MarkStore;
import dev.parley.store.StoreUpkeep;
import dev.parley.work.HistoryVerbs;
import dev.parley.work.Tickets;
import dev.parley.work.page.Inbox;
import dev.parley.work.page.InboxWatch;
import dev.parley.work.page.Marks;
import dev.parley.work.page.PageVerbs;
import dev.parley.work.page.ProposedTickets;
import dev.parley.work.page.ViewSession;

import java.time.Clock;

/// What the page asks for beyond what other doors do, wired by hand.
final class PageSupply {
    private final PageVerbs verbs;

    PageSupply(
            Sessions sessions,
            HistoryVerbs history,
            Tickets tickets,
            MarkStore store,
            StoreUpkeep upkeep,
            Clock clock) {
        var marks = new Marks(store, clock);
        var proposals = new ProposedTickets(tickets, upkeep::exists);
        var inbox = new Inbox(sessions, proposals, marks, store, clock);
        verbs =
                new PageVerbs(
                        new ViewSession(sessions, history.show(), marks),
                        marks,
                        inbox,
                        new InboxWatch(inbox, sessions, proposals, marks, clock));
    }

    PageVerbs verbs() {
        return verbs;
    }
}
