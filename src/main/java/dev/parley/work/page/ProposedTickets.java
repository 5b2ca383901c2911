package dev.parley.work.page;

import dev.parley.api.InboxItem;
import dev.parley.api.InboxItem.Kind;
import dev.parley.api.Subscription;
import dev.parley.api.Ticket;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.api.TicketView;
import dev.parley.work.ticket.Tickets;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Tickets that agents proposed and nobody has decided about, together as they were proposed.
public final class ProposedTickets {
    private final Tickets tickets;
    private final BooleanSupplier hasStore;

    /// @param hasStore whether anything was ever stored: a look must not make a database
    public ProposedTickets(Tickets tickets, BooleanSupplier hasStore) {
        this.tickets = tickets;
        this.hasStore = hasStore;
    }

    List<InboxItem> items() throws InterruptedException {
        if (!hasStore.getAsBoolean()) {
            return List.of();
        }
        var groups = new LinkedHashMap<String, List<Ticket>>();
        var page =
                tickets.list(
                        new TicketQuery(null, EnumSet.of(TicketState.PROPOSED), TicketQuery.MOST));
        page.tickets().stream()
                .map(TicketView::ticket)
                .forEach(ticket -> {
                    var origin = ticket.origin();
                    var proposal = origin == null ? ticket.name() : origin.proposal();
                    groups.computeIfAbsent(proposal, _ -> new ArrayList<>()).add(ticket);
                });
        return groups.entrySet().stream()
                .map(group -> item(group.getKey(), group.getValue()))
                .toList();
    }

    private static InboxItem item(String proposal, List<Ticket> group) {
        var first = group.getFirst();
        var origin = first.origin();
        var since =
                group.stream()
                        .map(Ticket::createdAt)
                        .min(Comparator.naturalOrder())
                        .orElse(Instant.EPOCH);
        var title =
                group.size() == 1
                        ? first.draft().title()
                        : group.size() + " proposals: " + first.draft().title() + ", …";
        return new InboxItem(
                "proposal:" + proposal,
                Kind.PROPOSAL,
                since,
                RowText.line(title),
                origin == null || origin.session() == null ? null : origin.session().value(),
                origin == null ? null : origin.provider(),
                first.project().toString(),
                null,
                null,
                null,
                proposal,
                group.stream().map(Ticket::name).toList(),
                List.of(),
                null,
                null);
    }

    /// Reports that something about tickets is different. The listener must not wait.
    Subscription onChange(Consumer<List<Ticket>> listener) throws InterruptedException {
        return tickets.watch(listener);
    }
}
