package dev.parley.ticket;

import dev.parley.api.Ticket;
import dev.parley.api.TicketCopy;
import dev.parley.base.hash.Hash;
import dev.parley.base.json.Json;
import dev.parley.store.TicketStore;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the tickets of a file that a project has already: those that came from the same lines of a
/// file before, whatever became of them since, and those of this board that still say what the file
/// says. Where something moved to, and what was said about it, makes no other ticket of it.
final class KnownCopies {
    private static final Pattern OWN_ID = Pattern.compile("T[1-9][0-9]{0,14}");

    private final TicketStore.Tickets tickets;
    private final Path project;
    private final Map<String, Long> sources;

    KnownCopies(TicketStore.Tickets tickets, Path project) {
        this.tickets = tickets;
        this.project = project;
        sources = tickets.sources(project);
    }

    /// What tells each copy from all others. A file may have the same ticket twice, and then means
    /// two.
    static List<String> sources(List<TicketCopy> copies) {
        var seen = new HashMap<String, Integer>();
        var all = new ArrayList<String>();
        for (var copy : copies) {
            var id = copy.id() == null ? "" : copy.id();
            var text = Json.write(List.of(id, copy.draft()));
            all.add(Hash.sha256(text + "\n" + seen.merge(text, 1, Integer::sum)));
        }
        return all;
    }

    Optional<Ticket> find(TicketCopy copy, String source) {
        return Optional.ofNullable(sources.get(source)).flatMap(tickets::find).or(() -> own(copy));
    }

    private Optional<Ticket> own(TicketCopy copy) {
        return Optional.ofNullable(copy.id())
                .filter(id -> OWN_ID.matcher(id).matches())
                .flatMap(id -> tickets.find(Ticket.number(id)))
                .filter(ticket ->
                        ticket.project().equals(project)
                                && ticket.draft().dependingOn(List.of()).equals(copy.draft()));
    }
}
