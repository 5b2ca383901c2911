package dev.parley.testing.model;

import static dev.parley.testing.model.Json.object;

import dev.parley.testing.model.Turn.Block;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Anthropic's Messages API: `POST /v1/messages`, as Claude Code speaks it.
public final class AnthropicApi implements ModelApi {
    @Override
    public boolean serves(String path) {
        return path.equals("/v1/messages");
    }

    @Override
    public Optional<Object> aside(String path) {
        return path.equals("/v1/messages/count_tokens")
                ? Optional.of(object("input_tokens", 100))
                : Optional.empty();
    }

    @Override
    public Conversation read(String path, JsonNode body) {
        var messages = body.path("messages");
        // Claude Code sends messages of role "system" too: environment, listings.
        var system = Stream.concat(Json.texts(body.path("system")), texts(messages, "system"));
        return new Conversation(
                body.path("model").asString(""),
                Json.joined(system),
                texts(messages, "user").toList(),
                texts(messages, "assistant").toList(),
                body.path("tools").valueStream().map(AnthropicApi::offer).toList(),
                results(messages).map(AnthropicApi::resultText).toList(),
                !messages.findValues("media_type").isEmpty());
    }

    private static Conversation.Offer offer(JsonNode tool) {
        return new Conversation.Offer(
                tool.path("name").asString(""), tool.path("input_schema"), false);
    }

    private static Stream<String> texts(JsonNode messages, String role) {
        return messages.valueStream()
                .filter(message -> message.path("role").asString("").equals(role))
                .flatMap(message -> Json.texts(message.path("content")));
    }

    private static Stream<JsonNode> results(JsonNode messages) {
        return messages.valueStream()
                .flatMap(message -> message.path("content").valueStream())
                .filter(block -> block.path("type").asString("").equals("tool_result"));
    }

    private static String resultText(JsonNode result) {
        return Json.joined(Json.texts(result.path("content")));
    }

    @Override
    public boolean wantsStream(String path, JsonNode body) {
        return body.path("stream").asBoolean(false);
    }

    @Override
    public boolean isSide(JsonNode body, Conversation conversation, String agent) {
        // A model probe, a title; the summary of /compact comes with the whole conversation and
        // ends in this order.
        return body.path("max_tokens").asInt(0) == 1
                || conversation.systemText().contains("You are naming a coding session")
                || conversation.lastUserText().contains("create a detailed summary of");
    }

    @Override
    public Optional<JsonNode> wantedSchema(JsonNode body) {
        return body.at("/output_config/format/schema").asOptional();
    }

    @Override
    public List<Frame> stream(Turn turn) {
        var frames = new ArrayList<Frame>();
        frames.add(
                Frame.named(
                        object(
                                "type",
                                "message_start",
                                "message",
                                message(turn, List.of(), null, 1))));
        for (int index = 0; index < turn.blocks().size(); index++) {
            block(index, turn.blocks().get(index), frames);
        }
        var delta = object("stop_reason", stopReason(turn), "stop_sequence", null);
        frames.add(
                Frame.named(object("type", "message_delta", "delta", delta, "usage", usage(turn))));
        frames.add(Frame.named(object("type", "message_stop")));
        return frames;
    }

    private static void block(int index, Block block, List<Frame> frames) {
        var start =
                object(
                        "type",
                        "content_block_start",
                        "index",
                        index,
                        "content_block",
                        content(block, true));
        frames.add(Frame.named(start));
        switch (block) {
            case Block.Text(var text) ->
                    Frame.words(text)
                            .forEach(word -> frames.add(delta(index, "text_delta", "text", word)));
            case Block.Thinking(var text) -> {
                Frame.words(text)
                        .forEach(word ->
                                frames.add(delta(index, "thinking_delta", "thinking", word)));
                frames.add(delta(index, "signature_delta", "signature", "c2lnbmVk"));
            }
            case Block.Call(_, _, var input) ->
                    frames.add(delta(index, "input_json_delta", "partial_json", Json.write(input)));
            case Block.FreeCall(_, _, var input) ->
                    frames.add(
                            delta(
                                    index,
                                    "input_json_delta",
                                    "partial_json",
                                    Json.write(Map.of("input", input))));
        }
        frames.add(Frame.named(object("type", "content_block_stop", "index", index)));
    }

    private static Frame delta(int index, String type, String field, String value) {
        var delta = object("type", type, field, value);
        return Frame.named(object("type", "content_block_delta", "index", index, "delta", delta))
                .chunk();
    }

    private static Map<String, Object> content(Block block, boolean empty) {
        return switch (block) {
            case Block.Text(var text) -> object("type", "text", "text", empty ? "" : text);
            case Block.Thinking(var text) ->
                    object(
                            "type",
                            "thinking",
                            "thinking",
                            empty ? "" : text,
                            "signature",
                            empty ? "" : "c2lnbmVk");
            case Block.Call(var id, var name, var input) ->
                    object(
                            "type",
                            "tool_use",
                            "id",
                            id,
                            "name",
                            name,
                            "input",
                            empty ? object() : input);
            case Block.FreeCall(var id, var name, var input) ->
                    object(
                            "type",
                            "tool_use",
                            "id",
                            id,
                            "name",
                            name,
                            "input",
                            empty ? object() : object("input", input));
        };
    }

    private static Map<String, Object> message(
            Turn turn, List<?> content, String stopReason, int output) {
        var usage = usage(turn);
        usage.put("output_tokens", output);
        return object(
                "id",
                "msg_" + turn.number(),
                "type",
                "message",
                "role",
                "assistant",
                "model",
                turn.model(),
                "content",
                content,
                "stop_reason",
                stopReason,
                "stop_sequence",
                null,
                "usage",
                usage);
    }

    /// Anthropic counts cached input apart and thinking as output.
    private static Map<String, Object> usage(Turn turn) {
        var tokens = turn.tokens();
        return object(
                "input_tokens",
                tokens.input() - tokens.cached(),
                "cache_read_input_tokens",
                tokens.cached(),
                "cache_creation_input_tokens",
                0,
                "output_tokens",
                tokens.output());
    }

    private static String stopReason(Turn turn) {
        return turn.callsTools() ? "tool_use" : "end_turn";
    }

    @Override
    public Map<String, Object> whole(Turn turn) {
        var content = turn.blocks().stream().map(block -> content(block, false)).toList();
        return message(turn, content, stopReason(turn), turn.tokens().output());
    }

    @Override
    public Map<String, Object> error(int status, String message) {
        var type =
                switch (status) {
                    case 400 -> "invalid_request_error";
                    case 401 -> "authentication_error";
                    case 403 -> "permission_error";
                    case 404 -> "not_found_error";
                    case 429 -> "rate_limit_error";
                    case 529 -> "overloaded_error";
                    default -> "api_error";
                };
        return object("type", "error", "error", object("type", type, "message", message));
    }
}
