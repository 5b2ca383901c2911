package dev.parley.work.ticket;

import dev.parley.api.Ticket;
import dev.parley.api.TicketComment;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Collectors;

/// A ticket as the prompt of a session.
final class TicketPrompt {
    /// Of comments; the newest are kept.
    private static final int MOST_SAID = 32 * 1024;

    private TicketPrompt() {}

    static String of(Ticket ticket, List<TicketComment> comments) {
        var draft = ticket.draft();
        var prompt =
                new StringBuilder(ticket.name()).append(": ").append(draft.title()).append('\n');
        if (!draft.body().isBlank()) {
            prompt.append('\n').append(draft.body().strip()).append('\n');
        }
        if (!draft.files().isEmpty()) {
            prompt.append("\nFiles it is about:\n");
            draft.files().forEach(file -> prompt.append("- ").append(oneLine(file)).append('\n'));
        }
        var said = said(comments);
        if (!said.isEmpty()) {
            prompt.append("\nWhat was said about it:\n").append(said);
        }
        return prompt.toString().strip();
    }

    /// Nothing in a comment can look like a part of the ticket.
    private static String said(List<TicketComment> comments) {
        var kept = new ArrayDeque<String>();
        var length = 0;
        for (var comment : comments.reversed()) {
            length += comment.text().length();
            if (length > MOST_SAID) {
                kept.addFirst("- (earlier comments are left out)\n");
                break;
            }
            var who = comment.session() == null ? "a person" : "an agent";
            kept.addFirst(
                    "- " + who + ": " + comment.text().strip().replaceAll("\\R", "\n  ") + "\n");
        }
        return kept.stream().collect(Collectors.joining());
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\R", " ");
    }
}
