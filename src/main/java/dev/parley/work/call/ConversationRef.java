package dev.parley.work.call;

import java.util.List;
import java.util.Optional;

/// The names a client has for a conversation, so that an agent can resume its own session.
///
/// @param known the name of what came before
/// @param mustBeKnown whether a name that is not remembered is a mistake; otherwise the agent is
///   given the whole conversation
/// @param keep the names the conversation has from now on
public record ConversationRef(Optional<String> known, boolean mustBeKnown, List<String> keep) {
    /// Nothing is remembered.
    public static final ConversationRef NONE =
            new ConversationRef(Optional.empty(), false, List.of());

    public ConversationRef {
        keep = List.copyOf(keep);
    }

    /// One name for all of a conversation.
    public static ConversationRef of(Optional<String> session) {
        return new ConversationRef(session, false, session.stream().toList());
    }
}
