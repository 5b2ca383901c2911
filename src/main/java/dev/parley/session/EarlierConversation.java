package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.event.Event;
import dev.parley.event.OwnWords;
import dev.parley.store.SessionStore;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;

/// What was said in a session so far, for a provider that has forgotten it: the newest part of our
/// own record, framed so that the agent does not take it for a new request.
final class EarlierConversation {
    /// About thirty thousand tokens.
    private static final int LONGEST = 120_000;

    private static final int PAGE = 500;

    private final Deque<String> said = new ArrayDeque<>();
    private final HashSet<String> whole = new HashSet<>();
    private final StringBuilder pieces = new StringBuilder();
    private String piecesOf = "";
    private int length;
    private boolean isCut;

    private EarlierConversation() {}

    /// @param before the number of the first event that does not count
    /// @return the text to put before the next prompt; empty when nothing was said
    static String of(SessionStore store, SessionId id, long before) throws InterruptedException {
        store.flush();
        var conversation = new EarlierConversation();
        while (!conversation.isCut) {
            var page = store.before(id, before, PAGE);
            if (page.isEmpty()) {
                break;
            }
            page.forEach(logged -> conversation.add(logged.envelope().event()));
            before = page.getLast().sequence();
        }
        return conversation.framed();
    }

    /// Called with the newest event first.
    private void add(Event event) {
        switch (event) {
            case Event.UserSaid said -> add("User", said.content());
            case Event.AssistantSaid said -> {
                if (said.messageId() != null) {
                    whole.add(said.messageId());
                }
                add("Assistant", said.content());
            }
            case Event.AssistantStreamed piece when !whole.contains(piece.messageId()) -> {
                if (!piecesOf.equals(piece.messageId())) {
                    endPieces();
                    piecesOf = piece.messageId();
                }
                pieces.insert(0, piece.content());
            }
            case Event.ToolCalled call ->
                    add("Assistant used the tool", call.name() + " " + call.arguments());
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
        endPieces();
        if (isCut) {
            return;
        }
        var room = LONGEST - length;
        isCut = text.length() > room;
        length += text.length();
        said.addFirst(who + ": " + (isCut ? "… " + text.substring(text.length() - room) : text));
    }

    private String framed() {
        endPieces();
        return said.isEmpty() ? "" : OwnWords.earlier("", isCut, said);
    }
}
