package dev.parley.modelapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.json.Json;
import dev.parley.event.Usage;
import dev.parley.modelapi.AnswerReader.Stop;

import tools.jackson.databind.JsonNode;

import java.net.URLEncoder;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Google's generate content.
final class GoogleFormat implements ApiFormat {
    @Override
    public String path(ApiQuestion question) {
        var model = URLEncoder.encode(question.model(), UTF_8).replace("+", "%20");
        return "/models/" + model + ":streamGenerateContent?alt=sse";
    }

    @Override
    public Map<String, String> headers(Optional<String> key) {
        return key.map(secret -> Map.of("x-goog-api-key", secret)).orElse(Map.of());
    }

    @Override
    public JsonNode body(ApiQuestion question, int maxOutputTokens) {
        var body = Json.object();
        question.system()
                .ifPresent(text ->
                        body.putObject("systemInstruction")
                                .putArray("parts")
                                .addObject()
                                .put("text", text));
        var contents = body.putArray("contents");
        for (var message : question.messages()) {
            var isUser = message.role() == ApiQuestion.Role.USER;
            var parts =
                    contents.addObject().put("role", isUser ? "user" : "model").putArray("parts");
            parts.addObject().put("text", message.text());
            for (var image : message.images()) {
                parts.addObject()
                        .putObject("inlineData")
                        .put("mimeType", image.mediaType())
                        .put("data", image.data());
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
                var code = data.at("/error/code").asInt(0);
                fail(ApiFormat.errorText(data).orElse(data.toString()), code == 429 || code >= 500);
                return;
            }
            var blocked = data.at("/promptFeedback/blockReason").asString("");
            if (!blocked.isEmpty()) {
                refuse("The prompt was blocked: " + blocked);
            }
            var candidate = data.path("candidates").path(0);
            for (var part : candidate.at("/content/parts")) {
                if (!part.path("thought").asBoolean(false)) {
                    say(part.path("text").asString(""));
                }
            }
            switch (candidate.path("finishReason").asString("")) {
                case "" -> {}
                case "STOP" -> stop(Stop.DONE);
                case "MAX_TOKENS" -> stop(Stop.LENGTH);
                case String why -> refuse(why + " " + candidate.path("finishMessage").asString(""));
            }
            if (data.path("usageMetadata").isObject()) {
                usage = usage(data.path("usageMetadata"));
            }
        }

        /// Thinking is counted beside what was said.
        private static Usage usage(JsonNode json) {
            var thoughts = count(json.path("thoughtsTokenCount"));
            return new Usage(
                    countOr0(json.path("promptTokenCount")),
                    countOr0(json.path("candidatesTokenCount")) + (thoughts == null ? 0 : thoughts),
                    count(json.path("cachedContentTokenCount")),
                    thoughts,
                    null);
        }
    }
}
