package dev.parley.provider.codex;

import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.event.Event;

/// How Codex tells a failure of the model: the API's own error object comes as a string inside the
/// message.
final class CodexFailure {
    private CodexFailure() {}

    /// @param code for an error that has none of its own
    static Event.Failed of(String message, String code) {
        var error = Json.parseObject(message);
        return Event.Failed.fatal(
                error.flatMap(body -> JsonPath.text(body, "error.message")).orElse(message),
                error.flatMap(body -> JsonPath.text(body, "error.code")).orElse(code));
    }
}
