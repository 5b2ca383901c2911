package dev.parley.testing.model;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One model API: how to read its requests and how to write its answers. Pure, no I/O.
public sealed interface ModelApi permits AnthropicApi, ResponsesApi, ChatApi, GeminiApi {
    /// Whether a POST to this path (without query) asks for an answer.
    boolean serves(String path);

    /// The answer to a question that is not for the model at all, such as counting tokens.
    default Optional<Object> aside(String path) {
        return Optional.empty();
    }

    Conversation read(String path, JsonNode body);

    boolean wantsStream(String path, JsonNode body);

    /// Whether a CLI asks on its own account: `agent` is the user agent.
    boolean isSide(JsonNode body, Conversation conversation, String agent);

    /// The JSON schema a side request wants its answer in.
    Optional<JsonNode> wantedSchema(JsonNode body);

    /// The answer as server-sent events.
    List<Frame> stream(Turn turn);

    /// The answer as one JSON object.
    Map<String, Object> whole(Turn turn);

    Map<String, Object> error(int status, String message);
}
