package dev.parley.provider.shared;

import dev.parley.base.json.Json;
import dev.parley.event.Event;
import dev.parley.wire.OneShotStep;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Collectors;

/// The content blocks of Anthropic's messages, as Claude Code and the CLIs that print like it write
/// them.
public final class MessageBlocks {
    private MessageBlocks() {}

    /// What an `assistant` message says: one event per block.
    public static OneShotStep said(JsonNode message) {
        return said(message, message.path("id").asString(null));
    }

    /// The same under another id, for a CLI that streams a message under another one.
    public static OneShotStep said(JsonNode message, @Nullable String id) {
        var events = new ArrayList<Event>();
        for (var block : message.path("content")) {
            switch (block.path("type").asString("")) {
                case "text" ->
                        events.add(new Event.AssistantSaid(block.path("text").asString(""), id));
                case "thinking" ->
                        events.add(
                                new Event.Thought(block.path("thinking").asString(""), null, id));
                case "tool_use" ->
                        events.add(
                                new Event.ToolCalled(
                                        block.path("id").asString(""),
                                        block.path("name").asString(""),
                                        block.path("input")));
                // Thoughts that only the model may read.
                case "redacted_thinking" -> {}
                case String other ->
                        events.add(
                                new Event.Unrecognized(
                                        Json.write(block), "content block " + other));
            }
        }
        return OneShotStep.emit(events);
    }

    /// An answer with a schema, which the agent gives by calling a tool and the result line
    /// repeats.
    public static OneShotStep structured(JsonNode answer) {
        return answer.isMissingNode() || answer.isNull()
                ? OneShotStep.NOTHING
                : OneShotStep.emit(new Event.AssistantSaid(Json.write(answer), null));
    }

    /// The tool results in a `user` message. Other content there is context the CLI wrote itself.
    public static OneShotStep returned(JsonNode message) {
        var events = new ArrayList<Event>();
        for (var block : message.path("content")) {
            if (block.path("type").asString("").equals("tool_result")) {
                events.add(
                        new Event.ToolReturned(
                                block.path("tool_use_id").asString(""),
                                null,
                                text(block.path("content")),
                                block.path("is_error").asBoolean(false),
                                null));
            }
        }
        return OneShotStep.emit(events);
    }

    /// The piece of text or thought in a raw streaming event, if it holds one.
    public static Optional<Event> piece(JsonNode streamed, String messageId) {
        var delta = streamed.path("delta");
        return switch (delta.path("type").asString("")) {
            case "text_delta" ->
                    Optional.of(
                            new Event.AssistantStreamed(
                                    delta.path("text").asString(""), messageId));
            case "thinking_delta" ->
                    Optional.of(
                            new Event.Thought(
                                    delta.path("thinking").asString(""), true, messageId));
            default -> Optional.empty();
        };
    }

    /// Content is a string or an array of blocks, of which only texts can be shown.
    private static String text(JsonNode content) {
        return content.isArray()
                ? content.valueStream()
                        .map(block ->
                                block.path("text")
                                        .asString("[" + block.path("type").asString("") + "]"))
                        .collect(Collectors.joining("\n"))
                : content.asString("");
    }
}
