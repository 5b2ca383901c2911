package dev.parley.provider.claude;

import dev.parley.base.json.Json;
import dev.parley.event.Action;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The lines we write to Claude Code. One that is no JSON would end it.
final class ClaudeLine {
    private ClaudeLine() {}

    /// @param uuid becomes the id of that line in the session file; what happens to the prompt is
    ///   told under it
    static String prompt(Action.Prompt prompt, String uuid) {
        var message = Json.object().put("role", "user");
        if (prompt.images().isEmpty()) {
            message.put("content", prompt.text());
        } else {
            var content = message.putArray("content");
            prompt.images().forEach(image -> content.add(image(image)));
            if (!prompt.text().isEmpty()) { // the model refuses an empty text
                content.addObject().put("type", "text").put("text", prompt.text());
            }
        }
        return Json.write(
                Json.object().put("type", "user").put("uuid", uuid).set("message", message));
    }

    private static ObjectNode image(Action.Image image) {
        var block = Json.object().put("type", "image");
        block.putObject("source")
                .put("type", "base64")
                .put("media_type", image.mediaType())
                .put("data", image.data());
        return block;
    }

    static String request(String id, ObjectNode request) {
        return Json.write(
                Json.object()
                        .put("type", "control_request")
                        .put("request_id", id)
                        .set("request", request));
    }

    static String answer(String id, JsonNode answer) {
        return response(Json.object().put("subtype", "success"), id, answer, "response");
    }

    static String refusal(String id, String why) {
        return response(Json.object().put("subtype", "error"), id, Json.tree(why), "error");
    }

    private static String response(ObjectNode response, String id, JsonNode value, String name) {
        // The id is inside, unlike in a request.
        response.put("request_id", id).set(name, value);
        return Json.write(Json.object().put("type", "control_response").set("response", response));
    }
}
