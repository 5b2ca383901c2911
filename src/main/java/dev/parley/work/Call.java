package dev.parley.work;

import java.util.List;
import java.util.Optional;

/// A conversation that an agent in a repository is to continue.
///
/// @param model the agent's name in `models.json`
/// @param messages all of the conversation that the agent is told, the newest last
/// @param schema the JSON schema the answer is to have
public record Call(
        Caller caller,
        String model,
        List<ChatMessage> messages,
        ConversationRef memory,
        Optional<String> schema) {
    public Call {
        messages = List.copyOf(messages);
    }
}
