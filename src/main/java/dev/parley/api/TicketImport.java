package dev.parley.api;

import java.util.List;

/// What became of the tickets of a file.
///
/// @param added new ones on the board
/// @param skipped those that the board had already; nothing about them was changed
public record TicketImport(List<Ticket> added, List<Ticket> skipped) {
    public TicketImport {
        added = List.copyOf(added);
        skipped = List.copyOf(skipped);
    }
}
