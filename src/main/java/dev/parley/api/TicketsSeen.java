package dev.parley.api;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/// What somebody had before his eyes when he decided: tickets in the version he read. An agent may
/// have changed its proposal meanwhile, and nobody agrees to what he has not seen.
///
/// @param versions by number; empty when he does not say
public record TicketsSeen(Map<Long, Long> versions) {
    /// Whatever they say now.
    public static final TicketsSeen ANY = new TicketsSeen(Map.of());

    public TicketsSeen {
        versions = Map.copyOf(versions);
    }

    public static TicketsSeen of(String id, @Nullable Long version) {
        return version == null ? ANY : new TicketsSeen(Map.of(Ticket.number(id), version));
    }

    /// @param versions by id
    public static TicketsSeen of(@Nullable Map<String, @Nullable Long> versions) {
        if (versions == null) {
            return ANY;
        }
        var seen = new HashMap<Long, Long>();
        versions.forEach((id, version) -> {
            if (version == null) {
                throw Problem.invalid(
                        "The version of \"" + id + "\" is missing.", "Give its number.");
            }
            seen.put(Ticket.number(id), version);
        });
        return new TicketsSeen(seen);
    }

    /// Refuses a ticket that says something else by now, or that he did not name.
    public void check(Ticket ticket) {
        if (versions.isEmpty()) {
            return;
        }
        var seen = versions.get(ticket.number());
        if (seen == null || seen != ticket.version()) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    seen == null
                            ? ticket.name() + " is not among those that you have seen."
                            : "%s was changed since you saw it: version %d, now %d."
                                    .formatted(ticket.name(), seen, ticket.version()),
                    "Look at it again: parley tickets show " + ticket.name());
        }
    }
}
