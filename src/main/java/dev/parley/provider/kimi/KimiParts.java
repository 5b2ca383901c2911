package dev.parley.provider.kimi;

import dev.parley.base.json.Json;
import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The messages of both products that are called Kimi: parts of text and thought, calls like those
/// of OpenAI's API.
final class KimiParts {
    private KimiParts() {}

    /// The text of a message: a string, or parts.
    static String text(JsonNode content) {
        return content.isArray()
                ? content.valueStream()
                        .map(part ->
                                part.path("text")
                                        .asString("[" + part.path("type").asString("") + "]"))
                        .collect(Collectors.joining("\n"))
                : content.asString("");
    }

    /// The same without what is no text.
    static String words(JsonNode content) {
        return content.valueStream()
                .filter(part -> part.has("text"))
                .map(part -> part.path("text").asString(""))
                .collect(Collectors.joining("\n"));
    }

    static String imageUrl(JsonNode part) {
        var image = part.has("imageUrl") ? part.path("imageUrl") : part.path("image_url");
        return image.isString() ? image.asString("") : image.path("url").asString("");
    }

    static Optional<Event> part(JsonNode part, @Nullable String messageId) {
        var event =
                switch (part.path("type").asString("")) {
                    case "text" ->
                            new Event.AssistantSaid(part.path("text").asString(""), messageId);
                    case "think" ->
                            new Event.Thought(part.path("think").asString(""), null, messageId);
                    case String other -> new Event.AssistantSaid("[" + other + "]", messageId);
                };
        return part.path("text").asString("").isBlank() && part.path("think").asString("").isBlank()
                ? Optional.empty()
                : Optional.of(event);
    }

    /// A whole assistant message.
    static List<Event> said(JsonNode message) {
        var events = new ArrayList<Event>();
        var content = message.path("content");
        if (content.isArray()) {
            content.forEach(part -> part(part, null).ifPresent(events::add));
        } else if (!content.asString("").isBlank()) {
            events.add(new Event.AssistantSaid(content.asString(""), null));
        }
        var calls =
                message.has("toolCalls") ? message.path("toolCalls") : message.path("tool_calls");
        calls.forEach(call -> events.add(called(call)));
        return events;
    }

    static Event called(JsonNode call) {
        var function = call.has("function") ? call.path("function") : call;
        return new Event.ToolCalled(
                call.path("id").asString(""),
                function.path("name").asString(""),
                arguments(function.path("arguments").asString("")));
    }

    /// Arguments are JSON inside a string.
    private static JsonNode arguments(String text) {
        return text.isBlank() ? Json.object() : Json.parse(text).orElse(StringNode.valueOf(text));
    }

    static Event returned(JsonNode message, String id) {
        var output = text(message.path("content"));
        return new Event.ToolReturned(
                message.path(id).asString(""),
                null,
                output,
                output.startsWith("<system>ERROR"),
                null);
    }
}
