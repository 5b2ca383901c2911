package dev.parley.api;

import java.util.List;

/// A part of the board.
///
/// @param isComplete whether nothing comes behind it
public record TicketPage(List<TicketView> tickets, boolean isComplete) {
    public TicketPage {
        tickets = List.copyOf(tickets);
    }
}
