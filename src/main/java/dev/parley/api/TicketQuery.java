package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/// Which tickets a list has.
///
/// @param project absent: of all projects
/// @param proposal only those of one call of an agent
/// @param limit how many at most
public record TicketQuery(
        @Nullable Path project, Set<TicketState> states, @Nullable String proposal, int limit) {
    public TicketQuery {
        states = Set.copyOf(states);
    }

    /// What the board shows.
    public static TicketQuery board(@Nullable Path project, int limit) {
        return new TicketQuery(
                project, EnumSet.complementOf(EnumSet.of(TicketState.REJECTED)), null, limit);
    }

    public static TicketQuery proposal(String proposal) {
        return new TicketQuery(null, EnumSet.allOf(TicketState.class), proposal, 1000);
    }
}
