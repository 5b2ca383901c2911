package dev.parley.work.call;

import dev.parley.event.Action;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// One message of a conversation that was led elsewhere.
///
/// @param calls what the assistant called with it
/// @param callId the call whose result it is
public record ChatMessage(
        Role role,
        String text,
        List<Image> images,
        List<FunctionCall> calls,
        @Nullable String callId) {
    public ChatMessage {
        images = List.copyOf(images);
        calls = List.copyOf(calls);
    }

    public ChatMessage(Role role, String text, List<Image> images) {
        this(role, text, images, List.of(), null);
    }

    public ChatMessage(Role role, String text) {
        this(role, text, List.of());
    }

    public static ChatMessage calling(String text, List<FunctionCall> calls) {
        return new ChatMessage(Role.ASSISTANT, text, List.of(), calls, null);
    }

    public static ChatMessage result(String callId, String text) {
        return new ChatMessage(Role.TOOL, text, List.of(), List.of(), callId);
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
        ASSISTANT,
        /// A function of the client: what a call came to.
        TOOL
    }
}
