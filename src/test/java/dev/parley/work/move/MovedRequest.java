package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testing.model.ModelRequest;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/// The conversation that a model gets, whatever the API.
///
/// @param text all of it, as it was sent
/// @param calls the ids of calls, in their order
/// @param results the ids of the calls that results belong to
record MovedRequest(String text, List<String> calls, List<String> results) {
    static MovedRequest of(ModelRequest request) {
        var body = request.body();
        var said =
                body.has("messages")
                        ? body.path("messages")
                        : body.has("input") ? body.path("input") : body.path("contents");
        var calls = new ArrayList<String>();
        var results = new ArrayList<String>();
        pairs(said, calls, results);
        return new MovedRequest(said.toString(), calls, results);
    }

    /// @return where the last of them is
    int inOrder(String what, List<String> expected) {
        var at = 0;
        for (var words : expected) {
            var found = text.indexOf(words, at);
            assertThat(found)
                    .as("%s: %s in order in %s", what, words, text)
                    .isGreaterThanOrEqualTo(at);
            at = found;
        }
        return at;
    }

    private static void pairs(JsonNode node, List<String> calls, List<String> results) {
        var type = node.path("type").asString("");
        if (type.equals("tool_use")) {
            calls.add(node.path("id").asString());
        } else if (type.equals("tool_result")) {
            results.add(node.path("tool_use_id").asString());
        } else if (type.equals("function_call") || type.equals("custom_tool_call")) {
            calls.add(node.path("call_id").asString());
        } else if (type.endsWith("_call_output")) {
            results.add(node.path("call_id").asString());
        } else if (node.has("functionCall")) {
            calls.add(node.path("functionCall").path("id").asString());
        } else if (node.has("functionResponse")) {
            results.add(node.path("functionResponse").path("id").asString());
        } else if (node.path("role").asString("").equals("tool")) {
            results.add(node.path("tool_call_id").asString());
        }
        node.path("tool_calls").forEach(call -> calls.add(call.path("id").asString()));
        if (node.isContainer()) {
            node.forEach(child -> pairs(child, calls, results));
        }
    }
}
