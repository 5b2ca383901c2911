package dev.parley.modelapi;

import java.util.List;
import java.util.Optional;

/// What a model is asked: instructions, and the conversation so far with the question at its end.
public record ApiQuestion(String model, Optional<String> system, List<Message> messages) {
    public ApiQuestion {
        messages = List.copyOf(messages);
    }

    /// Who said something.
    public enum Role {
        USER,
        ASSISTANT
    }

    public record Message(Role role, String text) {}

    public static ApiQuestion of(String model, String question) {
        return new ApiQuestion(model, Optional.empty(), List.of(new Message(Role.USER, question)));
    }
}
