package dev.parley.api;

import java.util.List;

/// A ticket as lists show it.
///
/// @param waitsFor the numbers of its dependencies that are not done
public record TicketView(Ticket ticket, List<Long> waitsFor) {
    public TicketView {
        waitsFor = List.copyOf(waitsFor);
    }
}
