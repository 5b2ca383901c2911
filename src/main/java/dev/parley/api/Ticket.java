package dev.parley.api;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// A piece of work on the board.
///
/// @param number its name among people and agents: `T` and this
/// @param project the repository or directory it belongs to
/// @param rank its place in its column: tickets are in the order of these texts
/// @param origin the session that suggested it; absent when a person wrote it
/// @param reason why it was rejected
/// @param isEdited whether the person who accepted it changed it
/// @param version grows whenever it says something else; moves and comments leave it
public record Ticket(
        long number,
        Path project,
        TicketDraft draft,
        TicketState state,
        String rank,
        @Nullable Origin origin,
        @Nullable String reason,
        boolean isEdited,
        long version,
        Instant createdAt,
        Instant updatedAt) {
    /// Where a suggestion comes from.
    ///
    /// @param proposal all tickets of one call of an agent have the same
    /// @param sequence the number of the event that shows the call
    /// @param similar open tickets that may be the same, as it seemed when it was suggested
    public record Origin(
            String proposal,
            String provider,
            @Nullable SessionId session,
            long sequence,
            List<Long> similar) {
        public Origin {
            similar = List.copyOf(similar);
        }
    }

    /// A ticket that is not on the board yet; it gets its number there.
    public static Ticket written(
            Path project, TicketDraft draft, TicketState state, String rank, Instant now) {
        return new Ticket(0, project, draft, state, rank, null, null, false, 1, now, now);
    }

    public String name() {
        return "T" + number;
    }

    /// Reads an id that comes from outside: `T12`, or the number alone.
    public static long number(String id) {
        try {
            return Long.parseLong(id.strip().replaceFirst("^[Tt]", ""));
        } catch (NumberFormatException _) {
            throw Problem.notFound(
                    "\"" + id + "\" is no id of a ticket.",
                    "Ids look like T12; `parley tickets` and list_tickets have them.");
        }
    }

    public Ticket with(TicketDraft changed) {
        return new Ticket(
                number,
                project,
                changed,
                state,
                rank,
                origin,
                reason,
                isEdited,
                changed.equals(draft) ? version : version + 1,
                createdAt,
                updatedAt);
    }

    public Ticket in(TicketState changed) {
        return new Ticket(
                number, project, draft, changed, rank, origin, reason, isEdited, version, createdAt,
                updatedAt);
    }

    public Ticket at(String changed) {
        return new Ticket(
                number, project, draft, state, changed, origin, reason, isEdited, version,
                createdAt, updatedAt);
    }

    public Ticket updated(Instant now) {
        return new Ticket(
                number, project, draft, state, rank, origin, reason, isEdited, version, createdAt,
                now);
    }

    public Ticket accepted(boolean edited) {
        return new Ticket(
                number,
                project,
                draft,
                TicketState.READY,
                rank,
                origin,
                null,
                edited,
                version,
                createdAt,
                updatedAt);
    }

    /// A person changed it.
    public Ticket edited() {
        return new Ticket(
                number, project, draft, state, rank, origin, reason, true, version, createdAt,
                updatedAt);
    }

    public Ticket rejected(@Nullable String why) {
        return new Ticket(
                number,
                project,
                draft,
                TicketState.REJECTED,
                rank,
                origin,
                why,
                isEdited,
                version,
                createdAt,
                updatedAt);
    }
}
