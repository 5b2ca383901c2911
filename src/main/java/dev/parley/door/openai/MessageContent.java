package dev.parley.door.openai;

import dev.parley.work.call.ChatMessage.Image;

import tools.jackson.databind.JsonNode;

import java.util.List;

/// Reads what messages and results contain: a text, or parts.
final class MessageContent {
    private MessageContent() {}

    /// @param images gets those among the parts
    static String read(JsonNode content, String place, List<Image> images) {
        if (content.isString()) {
            return content.asString();
        }
        if (!content.isArray()) {
            throw Parameters.wrongType(place, "a string or an array of text parts");
        }
        var text = new StringBuilder();
        for (var at = 0; at < content.size(); at++) {
            var part = content.get(at);
            var where = place + "[" + at + "]";
            switch (part.path("type").asString("")) {
                case "text", "input_text", "output_text" ->
                        text.append(Parameters.string(part, "text", where));
                case "image_url", "input_image" -> images.add(Images.read(part, where));
                case String other ->
                        throw ApiError.unsupported(
                                where, "Parts of type '" + other + "' are not understood.");
            }
        }
        return text.toString();
    }

    /// What a function came to. An agent hears of it in words only.
    static String result(JsonNode content, String place) {
        if (content.isString()) {
            return content.asString();
        }
        if (!content.isArray()) {
            throw Parameters.wrongType(place, "a string or an array of text parts");
        }
        var text = new StringBuilder();
        for (var at = 0; at < content.size(); at++) {
            var part = content.get(at);
            switch (part.path("type").asString("")) {
                case "text", "input_text", "output_text" ->
                        text.append(Parameters.string(part, "text", place + "[" + at + "]"));
                case String other ->
                        text.append("(a part of type ").append(other).append(", not shown here)");
            }
        }
        return text.toString();
    }
}
