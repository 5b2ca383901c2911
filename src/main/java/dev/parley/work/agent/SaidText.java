package dev.parley.work.agent;

import dev.parley.event.Envelope;
import dev.parley.event.Event;

/// What an agent says while it works, so that something is left when it is ended. The thread that
/// reads the agent writes it, another reads it.
final class SaidText {
    private static final int LONGEST = 1_000_000;

    private final StringBuilder current = new StringBuilder();
    private String piecesOf = "";
    private String last = "";

    synchronized void add(Envelope envelope) {
        switch (envelope.event()) {
            case Event.AssistantStreamed(var content, var id) -> {
                if (!id.equals(piecesOf)) {
                    keep();
                    piecesOf = id;
                }
                if (current.length() < LONGEST) {
                    current.append(content);
                }
            }
            case Event.AssistantSaid said -> {
                last = said.content();
                current.setLength(0);
            }
            case Event.UserSaid _,
                    Event.Thought _,
                    Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.AboutTool _,
                    Event.AboutApproval _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ -> {}
        }
    }

    private void keep() {
        if (!current.isEmpty()) {
            last = current.toString();
            current.setLength(0);
        }
    }

    /// The message it was in the middle of, else its last.
    synchronized String text() {
        return current.isEmpty() ? last : current.toString();
    }
}
