package dev.parley.work;

import java.util.List;
import java.util.Optional;

/// What an asker calls a conversation, so that an agent can go on with its own session.
///
/// @param known the name of what came before
/// @param mustBeKnown whether a name nobody remembers is a mistake; otherwise the agent is told the
///   whole conversation
/// @param keep the names the conversation goes by from now on
public record Memory(Optional<String> known, boolean mustBeKnown, List<String> keep) {
    /// Nothing is to be remembered.
    public static final Memory NONE = new Memory(Optional.empty(), false, List.of());

    public Memory {
        keep = List.copyOf(keep);
    }

    /// One name for all of a conversation.
    public static Memory of(Optional<String> session) {
        return new Memory(session, false, session.stream().toList());
    }
}
