package dev.parley.work;

import dev.parley.provider.Attachments.Image;

import java.util.List;

/// One message of a conversation that was led elsewhere.
public record ChatMessage(Role role, String text, List<Image> images) {
    public ChatMessage {
        images = List.copyOf(images);
    }

    public ChatMessage(Role role, String text) {
        this(role, text, List.of());
    }

    /// Who said it.
    public enum Role {
        /// Instructions that stand above the conversation.
        SYSTEM,
        USER,
        ASSISTANT
    }
}
