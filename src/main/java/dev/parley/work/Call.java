package dev.parley.work;

import java.util.List;
import java.util.Optional;

/// A conversation that an agent in a repository is to continue.
///
/// @param model the agent's name in `models.json`
/// @param messages all of the conversation, the newest last
/// @param session the asker's own name for the conversation, if the agent is to remember it
public record Call(String model, List<Said> messages, Optional<String> session) {
    public Call {
        messages = List.copyOf(messages);
    }
}
