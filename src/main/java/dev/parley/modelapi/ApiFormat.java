package dev.parley.modelapi;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// How one kind of API is spoken to: its addresses, headers and bodies. No I/O.
sealed interface ApiFormat permits OpenAiFormat, AnthropicFormat, GoogleFormat {
    /// What comes behind the address of the API.
    String path(ApiQuestion question);

    Map<String, String> headers(Optional<String> key);

    JsonNode body(ApiQuestion question, int maxOutputTokens);

    /// A fresh reader of one answer.
    AnswerReader newReader(Consumer<String> pieces);

    /// The API's own words in the body of an error, if they are there.
    static Optional<String> errorText(JsonNode body) {
        // Google puts its error into a list when it was asked for a stream.
        var json = body.isArray() && !body.isEmpty() ? body.get(0) : body;
        var error = json.path("error");
        var text =
                error.isString()
                        ? error.asString()
                        : error.path("message").asString(json.path("message").asString(""));
        return Optional.of(text.strip()).filter(said -> !said.isEmpty());
    }
}
