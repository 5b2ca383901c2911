package dev.parley.modelapi;

import dev.parley.base.json.Json;
import dev.parley.event.Usage;
import dev.parley.modelapi.AnswerReader.Stop;

import tools.jackson.databind.JsonNode;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// OpenAI's chat completions, which xAI and many servers of one's own speak, too.
final class OpenAiFormat implements ApiFormat {
    @Override
    public String path(ApiQuestion question) {
        return "/chat/completions";
    }

    @Override
    public Map<String, String> headers(Optional<String> key) {
        return key.map(secret -> Map.of("Authorization", "Bearer " + secret)).orElse(Map.of());
    }

    /// The length of an answer is left to the API: the name of that setting differs from model to
    /// model.
    @Override
    public JsonNode body(ApiQuestion question, int maxOutputTokens) {
        var body = Json.object().put("model", question.model()).put("stream", true);
        body.putObject("stream_options").put("include_usage", true);
        var messages = body.putArray("messages");
        question.system()
                .ifPresent(text -> messages.addObject().put("role", "system").put("content", text));
        for (var message : question.messages()) {
            var role = message.role().name().toLowerCase(Locale.ROOT);
            var json = messages.addObject().put("role", role);
            if (message.images().isEmpty()) {
                json.put("content", message.text()); // what every server takes
                continue;
            }
            var parts = json.putArray("content");
            parts.addObject().put("type", "text").put("text", message.text());
            for (var image : message.images()) {
                parts.addObject()
                        .put("type", "image_url")
                        .putObject("image_url")
                        .put("url", "data:" + image.mediaType() + ";base64," + image.data());
            }
        }
        return body;
    }

    @Override
    public AnswerReader newReader(Consumer<String> pieces) {
        return new Reader(pieces);
    }

    private static final class Reader extends AnswerReader {
        Reader(Consumer<String> pieces) {
            super(pieces);
        }

        @Override
        void hear(String name, JsonNode data) {
            if (data.hasNonNull("error")) {
                fail(ApiFormat.errorText(data).orElse(data.toString()), false);
                return;
            }
            var choice = data.path("choices").path(0);
            var delta = choice.path("delta");
            say(delta.path("content").asString(""));
            var refusal = delta.path("refusal").asString("");
            if (!refusal.isEmpty()) {
                refuse(refusal);
            }
            switch (choice.path("finish_reason").asString("")) {
                case "" -> {}
                case "length" -> stop(Stop.LENGTH);
                case "content_filter" -> refuse("");
                default -> stop(Stop.DONE);
            }
            if (data.path("usage").isObject()) {
                usage = usage(data.path("usage"));
            }
        }

        /// xAI counts thinking beside the output, OpenAI in it; the total has both at either.
        private static Usage usage(JsonNode json) {
            var input = countOr0(json.path("prompt_tokens"));
            var output = countOr0(json.path("completion_tokens"));
            return new Usage(
                    input,
                    Math.max(output, countOr0(json.path("total_tokens")) - input),
                    count(json.at("/prompt_tokens_details/cached_tokens")),
                    count(json.at("/completion_tokens_details/reasoning_tokens")),
                    null);
        }
    }
}
