package dev.parley.work;

import dev.parley.event.Action;

import java.util.List;

/// One message of a conversation that was led elsewhere.
public record ChatMessage(Role role, String text, List<Image> images) {
    public ChatMessage {
        images = List.copyOf(images);
    }

    public ChatMessage(Role role, String text) {
        this(role, text, List.of());
    }

    /// A picture in a message.
    ///
    /// @param place where the client put it, for a door that has to name it
    public record Image(Action.Image content, String place) {}

    /// Who said it.
    public enum Role {
        /// Instructions that stand above the conversation.
        SYSTEM,
        USER,
        ASSISTANT
    }
}
