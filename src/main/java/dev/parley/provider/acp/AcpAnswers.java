package dev.parley.provider.acp;

import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/// A person's answers to an agent's questions: `{"answers": {"Which colour?": "Blue"}}`, by the
/// text of the question or its number from 0.
final class AcpAnswers {
    private AcpAnswers() {}

    /// Whatever was answered to any question.
    static List<String> texts(@Nullable JsonNode input) {
        return input == null
                ? List.of()
                : input.path("answers").valueStream().map(each -> each.asString("")).toList();
    }

    /// As an agent wants them that numbers its questions.
    static ObjectNode byIndex(JsonNode questions, @Nullable JsonNode input) {
        var json = Json.object();
        if (input == null) {
            return json;
        }
        for (var index = 0; index < questions.size(); index++) {
            var text = questions.path(index).path("question").asString("");
            var number = String.valueOf(index);
            var answers = input.path("answers");
            var answer = answers.has(text) ? answers.path(text) : answers.path(number);
            if (answer.isString()) {
                json.put(number, answer.asString());
            }
        }
        return json;
    }
}
