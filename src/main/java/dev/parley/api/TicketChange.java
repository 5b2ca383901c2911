package dev.parley.api;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// What somebody wants to be different about a ticket. What is absent stays as it is.
///
/// @param dependsOn ids such as `T12`
public record TicketChange(
        @Nullable String title,
        @Nullable String body,
        TicketDraft.@Nullable Kind kind,
        TicketDraft.@Nullable Priority priority,
        @Nullable List<String> labels,
        @Nullable List<String> dependsOn,
        @Nullable List<String> files) {
    public TicketDraft of(TicketDraft draft) {
        return new TicketDraft(
                title == null ? draft.title() : title,
                body == null ? draft.body() : body,
                kind == null ? draft.kind() : kind,
                priority == null ? draft.priority() : priority,
                labels == null ? draft.labels() : labels,
                dependsOn == null
                        ? draft.dependsOn()
                        : dependsOn.stream().map(Ticket::number).toList(),
                files == null ? draft.files() : files);
    }

    /// Everything a draft says.
    public static TicketChange to(TicketDraft draft) {
        return new TicketChange(
                draft.title(),
                draft.body(),
                draft.kind(),
                draft.priority(),
                draft.labels(),
                draft.dependsOn().stream().map(number -> "T" + number).toList(),
                draft.files());
    }
}
