package dev.parley.work;

import java.util.List;
import java.util.Optional;

/// What an asker calls a conversation, so that an agent can go on with its own session.
///
/// @param known the name of what came before
/// @param mustBeKnown whether a name nobody remembers is a mistake; otherwise the agent is told the
///   whole conversation
/// @param keep the names the conversation goes by from now on
public record ConversationRef(Optional<String> known, boolean mustBeKnown, List<String> keep) {
    /// Nothing is to be remembered.
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
