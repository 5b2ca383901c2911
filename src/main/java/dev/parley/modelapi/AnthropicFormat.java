package dev.parley.modelapi;

import dev.parley.base.json.Json;
import dev.parley.event.Usage;
import dev.parley.modelapi.AnswerReader.Stop;

import tools.jackson.databind.JsonNode;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Anthropic's messages.
final class AnthropicFormat implements ApiFormat {
    @Override
    public String path(ApiQuestion question) {
        return "/messages";
    }

    @Override
    public Map<String, String> headers(Optional<String> key) {
        var version = "2023-06-01";
        return key.map(secret -> Map.of("x-api-key", secret, "anthropic-version", version))
                .orElse(Map.of("anthropic-version", version));
    }

    @Override
    public JsonNode body(ApiQuestion question, int maxOutputTokens) {
        var body =
                Json.object()
                        .put("model", question.model())
                        .put("stream", true)
                        .put("max_tokens", maxOutputTokens);
        question.system().ifPresent(text -> body.put("system", text));
        var messages = body.putArray("messages");
        for (var message : question.messages()) {
            var role = message.role().name().toLowerCase(Locale.ROOT);
            var json = messages.addObject().put("role", role);
            if (message.images().isEmpty()) {
                json.put("content", message.text());
                continue;
            }
            var parts = json.putArray("content");
            for (var image : message.images()) {
                parts.addObject()
                        .put("type", "image")
                        .putObject("source")
                        .put("type", "base64")
                        .put("media_type", image.mediaType())
                        .put("data", image.data());
            }
            parts.addObject().put("type", "text").put("text", message.text());
        }
        return body;
    }

    @Override
    public AnswerReader newReader(Consumer<String> pieces) {
        return new Reader(pieces);
    }

    private static final class Reader extends AnswerReader {
        private long input;
        private long cached;
        private long output;

        Reader(Consumer<String> pieces) {
            super(pieces);
        }

        @Override
        void hear(String name, JsonNode data) {
            switch (data.path("type").asString(name)) {
                case "message_start" -> use(data.at("/message/usage"));
                case "content_block_delta" -> {
                    if (data.at("/delta/type").asString("").equals("text_delta")) {
                        say(data.at("/delta/text").asString(""));
                    }
                }
                case "message_delta" -> {
                    use(data.path("usage"));
                    switch (data.at("/delta/stop_reason").asString("")) {
                        case "" -> {}
                        case "max_tokens", "model_context_window_exceeded" -> stop(Stop.LENGTH);
                        case "refusal" -> refuse("");
                        default -> stop(Stop.DONE);
                    }
                }
                case "error" -> {
                    var type = data.at("/error/type").asString("");
                    fail(
                            ApiFormat.errorText(data).orElse(type),
                            type.equals("overloaded_error")
                                    || type.equals("api_error")
                                    || type.equals("rate_limit_error"));
                }
                default -> {} // pings, and what is to come
            }
        }

        /// Its input does not count what came from or went into the cache.
        private void use(JsonNode json) {
            if (json.has("input_tokens")) {
                cached = countOr0(json.path("cache_read_input_tokens"));
                input =
                        countOr0(json.path("input_tokens"))
                                + cached
                                + countOr0(json.path("cache_creation_input_tokens"));
            }
            output = Math.max(output, countOr0(json.path("output_tokens")));
            usage = new Usage(input, output, cached, null, null);
        }
    }
}
