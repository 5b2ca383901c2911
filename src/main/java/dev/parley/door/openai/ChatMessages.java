package dev.parley.door.openai;

import dev.parley.work.call.ChatMessage;
import dev.parley.work.call.ChatMessage.Image;
import dev.parley.work.call.ChatMessage.Role;
import dev.parley.work.call.FunctionCall;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads the messages of a chat: texts, images, calls of functions and their results. Anything else
/// is refused by its place.
final class ChatMessages {
    private static final String NAME = "messages";

    private ChatMessages() {}

    static List<ChatMessage> read(JsonNode list) {
        var messages = new ArrayList<ChatMessage>();
        var called = new HashSet<String>();
        for (var at = 0; at < Parameters.list(list, NAME).size(); at++) {
            var place = NAME + "[" + at + "]";
            var message = message(list.get(at), place);
            message.calls().forEach(call -> called.add(call.id()));
            checkCalled(message, called, place);
            messages.add(message);
        }
        checkAsks(messages, NAME);
        return messages;
    }

    private static void checkCalled(ChatMessage message, Set<String> called, String place) {
        if (message.callId() != null && !called.contains(message.callId())) {
            throw ApiError.wrong(
                    place + ".tool_call_id",
                    "'" + place + "' is no response to a message before it with 'tool_calls'.",
                    "Send the assistant's message with that call as well.");
        }
    }

    /// @param name what the list is called in the request
    static void checkAsks(List<ChatMessage> messages, String name) {
        if (messages.stream().noneMatch(ChatMessages::asks)) {
            throw ApiError.wrong(
                    name, "'" + name + "' has nothing to answer.", "Send a message of a user.");
        }
    }

    private static boolean asks(ChatMessage said) {
        return said.role() == Role.TOOL
                || (said.role() != Role.ASSISTANT
                        && !(said.text().isBlank() && said.images().isEmpty()));
    }

    private static ChatMessage message(JsonNode message, String place) {
        if (!message.isObject()) {
            throw Parameters.wrongType(place, "an object");
        }
        for (var part : List.of("function_call", "audio")) {
            if (!message.path(part).isMissingNode() && !message.path(part).isNull()) {
                throw ApiError.unsupported(place + "." + part, "Send text and tool_calls only.");
            }
        }
        if (message.path("role").asString("").equals("tool")) {
            return ChatMessage.result(
                    Parameters.text(message, "tool_call_id", place),
                    MessageContent.result(message.path("content"), place + ".content"));
        }
        return said(
                message, place, ChatCalls.read(message.path("tool_calls"), place + ".tool_calls"));
    }

    /// A message of either API.
    static ChatMessage said(JsonNode message, String place, List<FunctionCall> calls) {
        var images = new ArrayList<Image>();
        var role = role(message, place + ".role");
        var content = message.path("content");
        var isOnlyCalls = !calls.isEmpty() && (content.isNull() || content.isMissingNode());
        var text = isOnlyCalls ? "" : MessageContent.read(content, place + ".content", images);
        if (role != Role.USER && !images.isEmpty()) {
            throw ApiError.unsupported(
                    images.getFirst().place(), "Only messages of a user can have images.");
        }
        if (role != Role.ASSISTANT && !calls.isEmpty()) {
            throw ApiError.wrong(
                    place + ".tool_calls",
                    "Only messages of the assistant have 'tool_calls'.",
                    "Correct its role.");
        }
        return new ChatMessage(role, text, images, calls, null);
    }

    private static Role role(JsonNode message, String place) {
        return switch (message.path("role").asString("")) {
            case "system", "developer" -> Role.SYSTEM;
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            case String other ->
                    throw ApiError.wrong(
                            place,
                            "Invalid value for '" + place + "': '" + other + "'.",
                            "Use system, developer, user, assistant or tool.");
        };
    }
}
