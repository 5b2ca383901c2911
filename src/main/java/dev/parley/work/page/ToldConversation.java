package dev.parley.work.page;

import dev.parley.api.SessionSummary;
import dev.parley.event.Event;
import dev.parley.event.OwnWords;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;

/// What was said in a session, for an agent that was not there: the newest part of it, framed so
/// that it is not taken for a request. For one thread.
final class ToldConversation {
    /// About thirty thousand tokens.
    private static final int LONGEST = 120_000;

    private static final int LONGEST_CALL = 1_000;

    private final SessionSummary session;
    private final Deque<String> said = new ArrayDeque<>();
    private final StringBuilder pieces = new StringBuilder();
    private long length;
    private boolean isCut;

    ToldConversation(SessionSummary session) {
        this.session = session;
    }

    /// In their order.
    void add(Event event) {
        switch (event) {
            case Event.AssistantStreamed(var text, _) -> pieces.append(text);
            case Event.AssistantSaid(var text, _) -> {
                pieces.setLength(0); // the whole message says the same
                add("Assistant", text);
            }
            case Event.UserSaid(var text, _) -> add("User", text);
            case Event.ToolCalled called ->
                    add(
                            "Assistant used the tool",
                            called.name()
                                    + " "
                                    + RowText.cut(called.arguments().toString(), LONGEST_CALL));
            case Event.TurnEnded _ -> endPieces();
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.Message _,
                    Event.ToolReturned _,
                    Event.AboutApproval _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ -> {}
        }
    }

    private void endPieces() {
        if (!pieces.isEmpty()) {
            var text = pieces.toString();
            pieces.setLength(0);
            add("Assistant", text);
        }
    }

    private void add(String who, String text) {
        if (!pieces.isEmpty() && !who.equals("Assistant")) {
            endPieces();
        }
        if (text.isBlank()) {
            return;
        }
        var entry = who + ": " + text;
        said.addLast(entry);
        length += entry.length();
        while (length > LONGEST && said.size() > 1) {
            length -= said.removeFirst().length();
            isCut = true;
        }
        if (length > LONGEST) {
            var last = said.removeLast();
            said.addLast("… " + last.substring(last.length() - LONGEST));
            length = LONGEST;
            isCut = true;
        }
    }

    /// The whole prompt.
    ///
    /// @param task what is asked now; absent: to go on
    String before(@Nullable String task) {
        endPieces();
        var now =
                task == null || task.isBlank()
                        ? "Say in two sentences where this stands and what comes next."
                        : task;
        if (said.isEmpty()) {
            return now;
        }
        var about = " It was held with " + session.key().provider() + ".";
        return OwnWords.earlier(about, isCut, said) + now;
    }
}
