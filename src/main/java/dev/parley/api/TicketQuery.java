package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/// Which tickets a list has.
///
/// @param project absent: of all projects
/// @param label only those that have it
/// @param after the number of the ticket behind which it goes on; absent: from the beginning
/// @param limit how many at most
public record TicketQuery(
        @Nullable Path project,
        Set<TicketState> states,
        @Nullable String label,
        @Nullable Long after,
        int limit) {
    /// How many tickets a list has unless somebody asks for another number.
    public static final int USUAL = 200;

    public static final int MOST = 1000;

    public TicketQuery {
        states = Set.copyOf(states);
    }

    public TicketQuery(@Nullable Path project, Set<TicketState> states, int limit) {
        this(project, states, null, null, limit);
    }

    /// What the board shows.
    public static TicketQuery board(@Nullable Path project, int limit) {
        return new TicketQuery(
                project, EnumSet.complementOf(EnumSet.of(TicketState.REJECTED)), limit);
    }

    /// Everything for which there is something left to do.
    public static Set<TicketState> open() {
        return EnumSet.range(TicketState.PROPOSED, TicketState.REVIEW);
    }
}
