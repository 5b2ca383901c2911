package dev.parley.testing.model;

import static dev.parley.testing.model.Json.object;

import dev.parley.testing.model.Turn.Block;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Gemini's API: `POST /v1beta/models/<model>:generateContent` and `:streamGenerateContent`, as
/// Gemini CLI speaks it.
public final class GeminiApi implements ModelApi {
    private static final Pattern PATH =
            Pattern.compile(
                    "/v1(?:beta)?/models/([^:/]+):(?:streamGenerateContent|generateContent)");

    @Override
    public boolean serves(String path) {
        return PATH.matcher(path).matches();
    }

    @Override
    public Optional<Object> aside(String path) {
        return path.endsWith(":countTokens")
                ? Optional.of(object("totalTokens", 100))
                : Optional.empty();
    }

    @Override
    public Conversation read(String path, JsonNode body) {
        var model = PATH.matcher(path);
        return new Conversation(
                model.matches() ? model.group(1) : "",
                Json.joined(Json.texts(body.at("/systemInstruction/parts"))),
                texts(body, "user").toList(),
                texts(body, "model").toList(),
                body.path("tools")
                        .valueStream()
                        .flatMap(tool -> tool.path("functionDeclarations").valueStream())
                        .map(GeminiApi::offer)
                        .toList(),
                parts(body, "user")
                        .filter(part -> part.has("functionResponse"))
                        .map(GeminiApi::resultText)
                        .toList(),
                parts(body, "user").anyMatch(part -> part.has("inlineData")));
    }

    private static Conversation.Offer offer(JsonNode tool) {
        var schema =
                tool.has("parametersJsonSchema")
                        ? tool.path("parametersJsonSchema")
                        : tool.path("parameters");
        return new Conversation.Offer(tool.path("name").asString(""), schema, false);
    }

    private static Stream<JsonNode> parts(JsonNode body, String role) {
        return body.path("contents")
                .valueStream()
                .filter(content -> content.path("role").asString("user").equals(role))
                .flatMap(content -> content.path("parts").valueStream());
    }

    private static Stream<String> texts(JsonNode body, String role) {
        return parts(body, role)
                .filter(part -> !part.path("thought").asBoolean(false))
                .flatMap(Json::texts);
    }

    private static String resultText(JsonNode part) {
        var response = part.at("/functionResponse/response");
        return response.path("output").isString()
                ? response.path("output").asString()
                : response.toString();
    }

    @Override
    public boolean wantsStream(String path, JsonNode body) {
        return path.endsWith(":streamGenerateContent");
    }

    @Override
    public boolean isSide(JsonNode body, Conversation conversation, String agent) {
        // The complexity router and session summaries. Gemini CLI streams everything that belongs
        // to the conversation,
        // and offers tools with it, or, where they are switched off, says at least who it is.
        return wantedSchema(body).isPresent()
                || (agent.startsWith("GeminiCLI")
                        && conversation.offers().isEmpty()
                        && !conversation.systemText().contains("Gemini CLI"));
    }

    @Override
    public Optional<JsonNode> wantedSchema(JsonNode body) {
        var config = body.path("generationConfig");
        return config.path("responseJsonSchema")
                .asOptional()
                .or(() -> config.path("responseSchema").asOptional());
    }

    @Override
    public List<Frame> stream(Turn turn) {
        var frames = new ArrayList<Frame>();
        for (var block : turn.blocks()) {
            var parts =
                    switch (block) {
                        case Block.Text(var text) ->
                                Frame.words(text).stream()
                                        .map(word -> object("text", word))
                                        .toList();
                        case Block.Thinking _, Block.Call _, Block.FreeCall _ ->
                                List.of(part(block));
                    };
            parts.forEach(
                    part -> frames.add(Frame.data(response(turn, List.of(part), null)).chunk()));
        }
        frames.add(Frame.data(response(turn, List.of(object("text", "")), "STOP")));
        return frames;
    }

    private static Map<String, Object> part(Block block) {
        return switch (block) {
            case Block.Text(var text) -> object("text", text);
            case Block.Thinking(var text) -> object("text", text, "thought", true);
            case Block.Call(var id, var name, var input) ->
                    object(
                            "functionCall",
                            object("id", id, "name", name, "args", input),
                            "thoughtSignature",
                            "c2lnbmVk");
            case Block.FreeCall(var id, var name, var input) ->
                    object(
                            "functionCall",
                            object("id", id, "name", name, "args", object("input", input)));
        };
    }

    /// Gemini counts thoughts apart from the candidates.
    private static Map<String, Object> response(Turn turn, List<?> parts, String finishReason) {
        var candidate = object("content", object("role", "model", "parts", parts), "index", 0);
        if (finishReason != null) {
            candidate.put("finishReason", finishReason);
        }
        var tokens = turn.tokens();
        return object(
                "candidates", List.of(candidate),
                "usageMetadata",
                        object(
                                "promptTokenCount", tokens.input(),
                                "cachedContentTokenCount", tokens.cached(),
                                "candidatesTokenCount", tokens.output() - tokens.reasoning(),
                                "thoughtsTokenCount", tokens.reasoning(),
                                "totalTokenCount", tokens.input() + tokens.output()),
                "modelVersion", turn.model(),
                "responseId", "response-" + turn.number());
    }

    @Override
    public Map<String, Object> whole(Turn turn) {
        return response(turn, turn.blocks().stream().map(GeminiApi::part).toList(), "STOP");
    }

    @Override
    public Map<String, Object> error(int status, String message) {
        var name =
                switch (status) {
                    case 400 -> "INVALID_ARGUMENT";
                    case 401 -> "UNAUTHENTICATED";
                    case 403 -> "PERMISSION_DENIED";
                    case 404 -> "NOT_FOUND";
                    case 429 -> "RESOURCE_EXHAUSTED";
                    case 503, 529 -> "UNAVAILABLE";
                    default -> "INTERNAL";
                };
        return object("error", object("code", status, "message", message, "status", name));
    }
}
