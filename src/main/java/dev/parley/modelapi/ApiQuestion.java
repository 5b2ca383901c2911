package dev.parley.modelapi;

import dev.parley.event.Action;

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

    /// @param images that go with it
    public record Message(Role role, String text, List<Action.Image> images) {
        public Message {
            images = List.copyOf(images);
        }

        public Message(Role role, String text) {
            this(role, text, List.of());
        }
    }

    public static ApiQuestion of(String model, String question) {
        return new ApiQuestion(model, Optional.empty(), List.of(new Message(Role.USER, question)));
    }
}
