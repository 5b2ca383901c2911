package dev.parley.work.call;

import dev.parley.api.ApiKey;

import java.util.List;
import java.util.Optional;

/// A conversation that an agent in a repository is to continue.
///
/// @param key what the client showed; absent for the user
/// @param model the agent's name in `models.json`
/// @param messages all of the conversation that the agent is told, the newest last
/// @param memory how the conversation is remembered
/// @param form what the answer is to be
/// @param functions those of the client
public record Call(
        Optional<ApiKey> key,
        String model,
        List<ChatMessage> messages,
        ConversationRef memory,
        Form form,
        Functions functions) {
    public Call {
        messages = List.copyOf(messages);
    }

    /// What an answer is to be.
    ///
    /// @param schema the JSON schema it is to have
    /// @param isJson it is to be a JSON object, whatever its schema
    /// @param effort how much the model is to think
    public record Form(Optional<String> schema, boolean isJson, Optional<Effort> effort) {
        public static final Form TEXT = new Form(Optional.empty(), false, Optional.empty());

        Form withoutEffort() {
            return new Form(schema, isJson, Optional.empty());
        }
    }

    /// How much a model is to think.
    ///
    /// @param level in the client's word
    /// @param parameter what the client calls it
    public record Effort(String level, String parameter) {}

    /// A question, and nothing that came before it.
    public static Call asking(String model, String question) {
        return new Call(
                Optional.empty(),
                model,
                List.of(new ChatMessage(ChatMessage.Role.USER, question)),
                ConversationRef.NONE,
                Form.TEXT,
                Functions.NONE);
    }

    public List<ChatMessage.Image> images() {
        return messages.stream().flatMap(message -> message.images().stream()).toList();
    }

    /// Who asks: conversations of different ones are different.
    String asker() {
        return key.map(ApiKey::name).orElse("");
    }

    Call with(Form other) {
        return new Call(key, model, messages, memory, other, functions);
    }

    Call with(Functions others) {
        return new Call(key, model, messages, memory, form, others);
    }
}
