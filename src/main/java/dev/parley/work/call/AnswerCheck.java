package dev.parley.work.call;

import dev.parley.base.json.Json;
import dev.parley.event.EndReason;
import dev.parley.work.call.ChatMessage.Role;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;

/// Compares answers with what was asked for. An agent is only asked to keep to it, so it gets a
/// second try where Parley itself has asked.
final class AnswerCheck {
    private static final Pattern FENCED =
            Pattern.compile("(?s).*?```[A-Za-z]*[ \\t]*\\R(.*?)\\R?```.*");

    private AnswerCheck() {}

    private static boolean isLast(CallResult result) {
        return result.outcome().reason() == EndReason.COMPLETED && result.functionCalls().isEmpty();
    }

    /// The same without what agents like to put around JSON.
    static CallResult tidied(Call call, CallResult result) {
        if (!call.form().isJson() || !isLast(result)) {
            return result;
        }
        var outcome = result.outcome();
        return json(outcome.answer()).map(json -> result.with(outcome.saying(json))).orElse(result);
    }

    private static Optional<String> json(String answer) {
        var fenced = FENCED.matcher(answer);
        var stripped = answer.strip();
        return isObject(stripped)
                ? Optional.of(stripped)
                : Optional.of(fenced)
                        .filter(found -> found.matches() && isObject(found.group(1)))
                        .map(found -> found.group(1).strip());
    }

    private static boolean isObject(String text) {
        return Json.parse(text).filter(JsonNode::isObject).isPresent();
    }

    /// What is to be said to an agent whose answer is not what was asked for.
    static Optional<String> complaint(Call call, CallResult result) {
        if (!isLast(result)) {
            return Optional.empty();
        }
        if (lacksCall(call, result)) {
            return Optional.of(CallNotice.required(call.functions()));
        }
        return lacksJson(call, result)
                ? Optional.of(
                        "That is not one JSON object. Say it again as one JSON object and nothing else.")
                : Optional.empty();
    }

    private static boolean lacksCall(Call call, CallResult result) {
        return call.functions().choice() == Functions.Choice.REQUIRED
                && !call.functions().isEmpty()
                && isLast(result);
    }

    private static boolean lacksJson(Call call, CallResult result) {
        return call.form().isJson() && !isObject(result.outcome().answer());
    }

    /// The same conversation with that answer and what is wrong with it.
    static Call again(Call call, CallResult result, String complaint) {
        var messages = new ArrayList<>(call.messages());
        messages.add(new ChatMessage(Role.ASSISTANT, result.outcome().answer()));
        messages.add(new ChatMessage(Role.USER, complaint));
        return new Call(
                call.key(), call.model(), messages, call.memory(), call.form(), call.functions());
    }

    /// The result as it is, or what is still wrong with it as its failure.
    static CallResult checked(Call call, CallResult result) {
        if (!isLast(result)) {
            return result;
        }
        if (lacksCall(call, result)) {
            return result.failed(
                    "The agent called no function, although tool_choice asked for one.", "no_call");
        }
        if (lacksJson(call, result)) {
            return result.failed(
                    "The answer is no JSON object, although one was asked for.", "no_json");
        }
        return call.form().schema().isPresent() && Json.parse(result.outcome().answer()).isEmpty()
                ? result.failed(
                        "The answer is no JSON, although a schema was asked for.", "no_json")
                : result;
    }
}
