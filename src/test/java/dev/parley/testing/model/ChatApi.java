package dev.parley.testing.model;

import static dev.parley.testing.model.Json.object;

import dev.parley.testing.model.Turn.Block;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// OpenAI's Chat Completions API: `POST /v1/chat/completions`, as OpenCode, Kimi and Qwen Code
/// speak it.
public final class ChatApi implements ModelApi {
    /// OpenCode's titles and summaries, Qwen's summaries. Kimi asks for its summary as the user.
    private static final List<String> SIDE_SYSTEMS =
            List.of(
                    "You are a title generator.",
                    "You are a context summarization agent.",
                    "You are the component that summarizes a conversation");

    @Override
    public boolean serves(String path) {
        return path.equals("/v1/chat/completions");
    }

    @Override
    public Conversation read(String path, JsonNode body) {
        var messages = body.path("messages");
        var system = Stream.concat(texts(messages, "system"), texts(messages, "developer"));
        return new Conversation(
                body.path("model").asString(""),
                Json.joined(system),
                texts(messages, "user").toList(),
                texts(messages, "assistant").toList(),
                body.path("tools").valueStream().map(tool -> offer(tool.path("function"))).toList(),
                messages.valueStream()
                        .filter(message -> message.path("role").asString("").equals("tool"))
                        .map(message -> Json.joined(Json.texts(message.path("content"))))
                        .toList(),
                !messages.findValues("image_url").isEmpty());
    }

    private static Conversation.Offer offer(JsonNode function) {
        return new Conversation.Offer(
                function.path("name").asString(""), function.path("parameters"), false);
    }

    private static Stream<String> texts(JsonNode messages, String role) {
        return messages.valueStream()
                .filter(message -> message.path("role").asString("").equals(role))
                .flatMap(message -> Json.texts(message.path("content")));
    }

    @Override
    public boolean wantsStream(String path, JsonNode body) {
        return body.path("stream").asBoolean(false);
    }

    @Override
    public boolean isSide(JsonNode body, Conversation conversation, String agent) {
        // Qwen's classifier forces one tool, and Qwen streams everything that belongs to the
        // conversation.
        return SIDE_SYSTEMS.stream().anyMatch(conversation.systemText()::startsWith)
                || conversation.lastUserText().startsWith("You are about to run out of context.")
                || conversation.offers().stream()
                        .anyMatch(offer -> offer.name().equals("respond_in_schema"))
                || (agent.startsWith("QwenCode") && !body.path("stream").asBoolean(false));
    }

    @Override
    public Optional<JsonNode> wantedSchema(JsonNode body) {
        return body.at("/response_format/json_schema/schema").asOptional();
    }

    @Override
    public List<Frame> stream(Turn turn) {
        var frames = new ArrayList<Frame>();
        frames.add(Frame.data(chunk(turn, object("role", "assistant", "content", ""), null)));
        var call = 0;
        for (var block : turn.blocks()) {
            switch (block) {
                case Block.Text(var text) -> words(turn, "content", text, frames);
                case Block.Thinking(var text) -> words(turn, "reasoning_content", text, frames);
                case Block.Call _, Block.FreeCall _ -> {
                    var toolCall = toolCall(block);
                    toolCall.put("index", call++);
                    frames.add(
                            Frame.data(chunk(turn, object("tool_calls", List.of(toolCall)), null))
                                    .chunk());
                }
            }
        }
        frames.add(Frame.data(chunk(turn, object(), finishReason(turn))));
        var last = chunk(turn, object(), null);
        last.put("choices", List.of());
        last.put("usage", usage(turn));
        frames.add(Frame.data(last));
        frames.add(Frame.data("[DONE]"));
        return frames;
    }

    private static void words(Turn turn, String field, String text, List<Frame> frames) {
        Frame.words(text)
                .forEach(word ->
                        frames.add(Frame.data(chunk(turn, object(field, word), null)).chunk()));
    }

    private static Map<String, Object> chunk(
            Turn turn, Map<String, Object> delta, String finishReason) {
        return completion(
                turn,
                "chat.completion.chunk",
                object("index", 0, "delta", delta, "finish_reason", finishReason));
    }

    private static Map<String, Object> completion(
            Turn turn, String type, Map<String, Object> choice) {
        return object(
                "id",
                "chatcmpl-" + turn.number(),
                "object",
                type,
                "created",
                1_790_000_000,
                "model",
                turn.model(),
                "choices",
                List.of(choice));
    }

    private static Map<String, Object> toolCall(Block block) {
        return switch (block) {
            case Block.Call(var id, var name, var input) -> function(id, name, Json.write(input));
            case Block.FreeCall(var id, var name, var input) -> function(id, name, input);
            case Block.Text _, Block.Thinking _ ->
                    throw new IllegalArgumentException("no tool call: " + block);
        };
    }

    private static Map<String, Object> function(String id, String name, String arguments) {
        var function = object("name", name, "arguments", arguments);
        return object("id", id, "type", "function", "function", function);
    }

    private static String finishReason(Turn turn) {
        return turn.callsTools() ? "tool_calls" : "stop";
    }

    private static Map<String, Object> usage(Turn turn) {
        var tokens = turn.tokens();
        return object(
                "prompt_tokens", tokens.input(),
                "prompt_tokens_details", object("cached_tokens", tokens.cached()),
                "completion_tokens", tokens.output(),
                "completion_tokens_details", object("reasoning_tokens", tokens.reasoning()),
                "total_tokens", tokens.input() + tokens.output());
    }

    @Override
    public Map<String, Object> whole(Turn turn) {
        var message = object("role", "assistant", "content", null);
        var calls = new ArrayList<Map<String, Object>>();
        for (var block : turn.blocks()) {
            switch (block) {
                case Block.Text(var text) ->
                        message.merge("content", text, (before, more) -> before + "" + more);
                case Block.Thinking(var text) -> message.put("reasoning_content", text);
                case Block.Call _, Block.FreeCall _ -> calls.add(toolCall(block));
            }
        }
        if (!calls.isEmpty()) {
            message.put("tool_calls", calls);
        }
        var choice = object("index", 0, "message", message, "finish_reason", finishReason(turn));
        var whole = completion(turn, "chat.completion", choice);
        whole.put("usage", usage(turn));
        return whole;
    }

    @Override
    public Map<String, Object> error(int status, String message) {
        return openAiError(status, message);
    }

    /// The error body both of OpenAI's APIs use.
    static Map<String, Object> openAiError(int status, String message) {
        var type =
                switch (status) {
                    case 400 -> "invalid_request_error";
                    case 401 -> "authentication_error";
                    case 429 -> "requests";
                    default -> "server_error";
                };
        var code =
                switch (status) {
                    case 401 -> "invalid_api_key";
                    case 429 -> "rate_limit_exceeded";
                    default -> null;
                };
        return object(
                "error", object("message", message, "type", type, "param", null, "code", code));
    }
}
