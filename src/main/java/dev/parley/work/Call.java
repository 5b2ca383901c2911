package dev.parley.work;

import dev.parley.api.ApiKey;

import java.util.List;
import java.util.Optional;

/// A conversation that an agent in a repository is to continue.
///
/// @param key what the client showed; absent for the user
/// @param model the agent's name in `models.json`
/// @param messages all of the conversation that the agent is told, the newest last
/// @param memory how the conversation is remembered
/// @param schema the JSON schema the answer is to have
public record Call(
        Optional<ApiKey> key,
        String model,
        List<ChatMessage> messages,
        ConversationRef memory,
        Optional<String> schema) {
    public Call {
        messages = List.copyOf(messages);
    }

    public List<ChatMessage.Image> images() {
        return messages.stream().flatMap(message -> message.images().stream()).toList();
    }
}
