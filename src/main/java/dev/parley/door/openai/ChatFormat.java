package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.door.http.Response.ServerEvent;
import dev.parley.event.Usage;
import dev.parley.work.call.CallResult;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// One chat completion in OpenAI's shapes, whole or in chunks.
///
/// @param includeUsage whether the chunks have a place for the tokens used
/// @param ignored parameters without effect that might be missed
record ChatFormat(String id, long created, String model, boolean includeUsage, List<String> ignored)
        implements AnswerFormat {
    static ChatFormat of(String model, boolean includeUsage, List<String> ignored, Instant now) {
        return new ChatFormat(
                "cmpl-" + UUID.randomUUID(), now.getEpochSecond(), model, includeUsage, ignored);
    }

    @Override
    public String schemaParameter() {
        return "response_format";
    }

    /// The whole answer. What a CLI does not count is left out, not made up.
    @Override
    public ObjectNode whole(String content, CallResult result) {
        var calls = result.functionCalls();
        var message =
                Json.object()
                        .put("role", "assistant")
                        .put("content", content.isEmpty() && !calls.isEmpty() ? null : content)
                        .putNull("refusal");
        if (!calls.isEmpty()) {
            var list = message.putArray("tool_calls");
            calls.forEach(call -> list.add(ChatCalls.of(call)));
        }
        var choice = Json.object().put("index", 0).set("message", message);
        var body = head("chat.completion");
        body.putArray("choices")
                .add(choice.putNull("logprobs").put("finish_reason", finishReason(result)));
        result.outcome().usage().ifPresent(used -> body.set("usage", usage(used)));
        return Extras.add(body, result, ignored);
    }

    private static String finishReason(CallResult result) {
        return result.functionCalls().isEmpty() ? "stop" : "tool_calls";
    }

    @Override
    public List<ServerEvent> opening() {
        return List.of(
                ServerEvent.of(
                        chunk(Json.object().put("role", "assistant").put("content", ""), null)));
    }

    @Override
    public List<ServerEvent> piece(String text) {
        return List.of(ServerEvent.of(chunk(Json.object().put("content", text), null)));
    }

    @Override
    public List<ServerEvent> closing(String text, CallResult result) {
        var events = new ArrayList<ServerEvent>();
        var calls = result.functionCalls();
        for (var at = 0; at < calls.size(); at++) {
            for (var delta : ChatCalls.deltas(at, calls.get(at))) {
                events.add(ServerEvent.of(chunk(delta, null)));
            }
        }
        var last = chunk(Json.object(), finishReason(result));
        events.add(ServerEvent.of(Extras.add(last, result, ignored)));
        if (includeUsage) {
            events.add(ServerEvent.of(tokens(result.outcome().usage())));
        }
        events.add(new ServerEvent(null, "[DONE]"));
        return events;
    }

    @Override
    public List<ServerEvent> failure(ApiError error, boolean hasBegun) {
        return List.of(ServerEvent.of(Json.object().set("error", error.body())));
    }

    /// The chunk behind the last one, with no choice in it.
    private ObjectNode tokens(Optional<Usage> usage) {
        var chunk = head("chat.completion.chunk");
        chunk.putArray("choices");
        usage.ifPresentOrElse(
                used -> chunk.set("usage", usage(used)), () -> chunk.putNull("usage"));
        return chunk;
    }

    private ObjectNode chunk(ObjectNode delta, @Nullable String finishReason) {
        var choice = Json.object().put("index", 0);
        choice.set("delta", delta);
        choice.putNull("logprobs").put("finish_reason", finishReason);
        var chunk = head("chat.completion.chunk");
        chunk.putArray("choices").add(choice);
        if (includeUsage) {
            chunk.putNull("usage");
        }
        return chunk;
    }

    private ObjectNode head(String object) {
        return Json.object()
                .put("id", id)
                .put("object", object)
                .put("created", created)
                .put("model", model);
    }

    private static JsonNode usage(Usage usage) {
        var tokens =
                Json.object()
                        .put("prompt_tokens", usage.inputTokens())
                        .put("completion_tokens", usage.outputTokens())
                        .put("total_tokens", usage.inputTokens() + usage.outputTokens());
        if (usage.cachedTokens() != null) {
            tokens.putObject("prompt_tokens_details").put("cached_tokens", usage.cachedTokens());
        }
        if (usage.reasoningTokens() != null) {
            tokens.putObject("completion_tokens_details")
                    .put("reasoning_tokens", usage.reasoningTokens());
        }
        return tokens;
    }
}
