package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.door.http.Response.ServerEvent;
import dev.parley.event.Usage;
import dev.parley.work.CallResult;

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
record ChatFormat(String id, long created, String model, boolean includeUsage)
        implements AnswerFormat {
    static ChatFormat of(String model, boolean includeUsage, Instant now) {
        return new ChatFormat(
                "cmpl-" + UUID.randomUUID(), now.getEpochSecond(), model, includeUsage);
    }

    @Override
    public String schemaParameter() {
        return "response_format";
    }

    /// The whole answer. What a CLI does not count is left out, not made up.
    @Override
    public ObjectNode whole(String content, CallResult result) {
        var message =
                Json.object().put("role", "assistant").put("content", content).putNull("refusal");
        var choice = Json.object().put("index", 0).set("message", message);
        var body = head("chat.completion");
        body.putArray("choices").add(choice.putNull("logprobs").put("finish_reason", "stop"));
        result.outcome().usage().ifPresent(used -> body.set("usage", usage(used)));
        return Extras.add(body, result);
    }

    @Override
    public List<ServerEvent> opening() {
        return List.of(
                ServerEvent.of(
                        chunk(Json.object().put("role", "assistant").put("content", ""), null)));
    }

    @Override
    public ServerEvent piece(String text) {
        return ServerEvent.of(chunk(Json.object().put("content", text), null));
    }

    @Override
    public List<ServerEvent> closing(String text, CallResult result) {
        var events = new ArrayList<ServerEvent>();
        events.add(ServerEvent.of(Extras.add(chunk(Json.object(), "stop"), result)));
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
