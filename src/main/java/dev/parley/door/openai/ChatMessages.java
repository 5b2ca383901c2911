package dev.parley.door.openai;

import dev.parley.work.ChatMessage;
import dev.parley.work.ChatMessage.Image;
import dev.parley.work.ChatMessage.Role;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/// Reads OpenAI's messages: texts and images. Anything else is refused by its place.
final class ChatMessages {
    private ChatMessages() {}

    /// @param name what the list is called in the request
    static List<ChatMessage> read(JsonNode list, String name) {
        if (!list.isArray()) {
            throw list.isMissingNode() || list.isNull()
                    ? ApiError.wrong(name, "'" + name + "' is missing.", "Send at least one.")
                    : Parameters.wrongType(name, "an array");
        }
        var messages = new ArrayList<ChatMessage>();
        for (var at = 0; at < list.size(); at++) {
            messages.add(message(list.get(at), name + "[" + at + "]"));
        }
        if (messages.stream().noneMatch(ChatMessages::asks)) {
            throw ApiError.wrong(
                    name, "'" + name + "' has nothing to answer.", "Send a message of a user.");
        }
        return messages;
    }

    private static boolean asks(ChatMessage said) {
        return said.role() != Role.ASSISTANT && !(said.text().isBlank() && said.images().isEmpty());
    }

    private static ChatMessage message(JsonNode message, String place) {
        if (!message.isObject()) {
            throw Parameters.wrongType(place, "an object");
        }
        var type = message.path("type").asString("message");
        if (!type.equals("message")) {
            throw ApiError.unsupported(
                    place, "Items of type '" + type + "' are not understood; send messages.");
        }
        for (var part : List.of("tool_calls", "function_call", "audio")) {
            if (!message.path(part).isMissingNode() && !message.path(part).isNull()) {
                throw ApiError.unsupported(
                        place + "." + part, "The agent uses its own tools; send only text.");
            }
        }
        var images = new ArrayList<Image>();
        var role = role(message, place + ".role");
        var text = text(message.path("content"), place, images);
        if (role != Role.USER && !images.isEmpty()) {
            throw ApiError.unsupported(
                    images.getFirst().place(), "Only messages of a user can have images.");
        }
        return new ChatMessage(role, text, images);
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
                            "Use system, developer, user or assistant.");
        };
    }

    private static String text(JsonNode content, String place, List<Image> images) {
        if (content.isString()) {
            return content.asString();
        }
        if (!content.isArray()) {
            throw Parameters.wrongType(place + ".content", "a string or an array of text parts");
        }
        var text = new StringBuilder();
        for (var at = 0; at < content.size(); at++) {
            var part = content.get(at);
            var where = place + ".content[" + at + "]";
            switch (part.path("type").asString("")) {
                case "text", "input_text", "output_text" -> text.append(words(part, where));
                case "image_url", "input_image" -> images.add(Images.read(part, where));
                case String other ->
                        throw ApiError.unsupported(
                                where, "Parts of type '" + other + "' are not understood.");
            }
        }
        return text.toString();
    }

    private static String words(JsonNode part, String where) {
        if (!part.path("text").isString()) {
            throw Parameters.wrongType(where + ".text", "a string");
        }
        return part.path("text").asString();
    }
}
