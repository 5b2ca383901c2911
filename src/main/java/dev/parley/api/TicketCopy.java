package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;

/// A ticket outside the board, as files carry it.
///
/// @param id by which others in the same file name it; absent where none does
/// @param draft what it says, without its dependencies
/// @param dependsOn ids of others in the same file
public record TicketCopy(
        @Nullable String id,
        TicketDraft draft,
        List<String> dependsOn,
        TicketState column,
        List<Remark> comments) {
    public TicketCopy {
        dependsOn = dependsOn.stream().distinct().toList();
        comments = List.copyOf(comments);
    }

    /// A comment.
    ///
    /// @param session the session of the agent that said it; absent for a person
    /// @param at absent: now
    public record Remark(String text, @Nullable SessionId session, @Nullable Instant at) {}
}
