package dev.parley.door.openai;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Closest;
import dev.parley.door.http.Request;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The parameters of a request, checked by name: what an agent cannot do is refused, or the answer
/// says that it was ignored. `docs/openai.md` lists them.
final class Parameters {
    private static final String SESSION_HEADER = "x-parley-session";

    /// Taken, and without effect: the agent's CLI chooses for itself.
    private static final Set<String> NO_EFFECT =
            Set.of(
                    "temperature",
                    "top_p",
                    "presence_penalty",
                    "frequency_penalty",
                    "logit_bias",
                    "seed",
                    "max_tokens",
                    "max_completion_tokens",
                    "max_output_tokens",
                    "metadata",
                    "service_tier",
                    "safety_identifier",
                    "prompt_cache_key",
                    "prompt_cache_retention",
                    "parallel_tool_calls");

    /// Without effect as well, and the answer says so: clients send them whether they are needed or
    /// not.
    private static final Set<String> IGNORED = Set.of("include", "verbosity", "client_metadata");

    /// What an agent cannot do, and the value that does not ask for it.
    private static final Map<String, Predicate<JsonNode>> UNSUPPORTED =
            Map.ofEntries(
                    Map.entry("n", value -> value.isInt() && value.asInt() == 1),
                    Map.entry("functions", Parameters::isEmpty),
                    Map.entry("function_call", Parameters::isNoneOrAuto),
                    Map.entry("logprobs", Parameters::isFalse),
                    Map.entry("top_logprobs", value -> value.isInt() && value.asInt() == 0),
                    Map.entry("store", Parameters::isFalse),
                    Map.entry("background", Parameters::isFalse),
                    Map.entry("modalities", value -> Json.write(value).equals("[\"text\"]")),
                    Map.entry("audio", _ -> false),
                    Map.entry("prediction", _ -> false),
                    Map.entry("conversation", _ -> false),
                    Map.entry("prompt", _ -> false),
                    Map.entry("max_tool_calls", _ -> false),
                    Map.entry("web_search_options", _ -> false));

    private static final Map<String, String> REASONS =
            Map.of(
                    "n", "An agent gives one answer.",
                    "functions", "Send them as tools.",
                    "function_call", "Send it as tool_choice.",
                    "conversation", "Use previous_response_id, or send the whole conversation.");

    private final JsonNode body;
    private final List<String> ignored = new ArrayList<>();

    /// @param used the parameters the caller reads
    Parameters(Request request, Set<String> used) {
        body =
                Json.parse(request.body())
                        .filter(JsonNode::isObject)
                        .orElseThrow(ApiError::noObject);
        body.propertyStream()
                .filter(entry -> !entry.getValue().isNull())
                .forEach(entry -> check(entry.getKey(), entry.getValue(), used));
    }

    /// Without tools, neither asks for anything.
    private static boolean isNoneOrAuto(JsonNode value) {
        return Set.of("none", "auto").contains(value.asString(""));
    }

    private static boolean isFalse(JsonNode value) {
        return value.isBoolean() && !value.asBoolean();
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isArray() && value.isEmpty();
    }

    private void check(String name, JsonNode value, Set<String> used) {
        if (used.contains(name) || NO_EFFECT.contains(name)) {
            return;
        }
        if (IGNORED.contains(name)) {
            ignore(name);
            return;
        }
        var asksForNothing = UNSUPPORTED.get(name);
        if (asksForNothing == null) {
            var known = new TreeSet<>(used);
            known.addAll(NO_EFFECT);
            throw ApiError.wrong(
                    name,
                    "Unrecognized request argument supplied: " + name,
                    Closest.question(name, known, "docs/openai.md lists what is understood."));
        }
        if (!asksForNothing.test(value)) {
            throw unsupported(name);
        }
    }

    private static ApiError unsupported(String name) {
        return ApiError.unsupported(
                name, REASONS.getOrDefault(name, "An agent cannot do that; leave it out."));
    }

    /// Notes a parameter, or a part of one, that has no effect and might be missed.
    void ignore(String name) {
        ignored.add(name);
    }

    /// Notes a part of a parameter if it is there.
    void ignore(String name, String... path) {
        if (!isAbsent(at(path))) {
            ignore(name);
        }
    }

    List<String> ignored() {
        return List.copyOf(ignored);
    }

    /// The asker's name for the conversation.
    static Optional<String> session(Request request, Parameters parameters) {
        return request.header(SESSION_HEADER)
                .or(() -> parameters.text("user"))
                .filter(name -> !name.isBlank());
    }

    JsonNode get(String name) {
        return body.path(name);
    }

    String requiredText(String name) {
        return text(name)
                .filter(text -> !text.isBlank())
                .orElseThrow(() ->
                        ApiError.wrong(
                                name, "'" + name + "' is missing.", "Send a non-empty string."));
    }

    Optional<String> text(String name) {
        var value = body.path(name);
        if (isAbsent(value)) {
            return Optional.empty();
        }
        if (!value.isString()) {
            throw wrongType(name, "a string");
        }
        return Optional.of(value.asString());
    }

    private JsonNode at(String... path) {
        var value = body;
        for (var step : path) {
            value = value.path(step);
        }
        return value;
    }

    static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    boolean flag(String... path) {
        return flagOr(false, path);
    }

    boolean flagOr(boolean otherwise, String... path) {
        var value = at(path);
        if (isAbsent(value)) {
            return otherwise;
        }
        if (!value.isBoolean()) {
            throw wrongType(String.join(".", List.of(path)), "a boolean");
        }
        return value.asBoolean();
    }

    /// A list that has to be there.
    static JsonNode list(JsonNode list, String name) {
        if (!list.isArray()) {
            throw isAbsent(list)
                    ? ApiError.wrong(name, "'" + name + "' is missing.", "Send at least one.")
                    : wrongType(name, "an array");
        }
        return list;
    }

    /// A text that has to be there, and to have something in it.
    static String text(JsonNode object, String name, String place) {
        var text = string(object, name, place);
        if (text.isBlank()) {
            throw wrongType(place + "." + name, "a non-empty string");
        }
        return text;
    }

    static String string(JsonNode object, String name, String place) {
        var value = object.path(name);
        if (!value.isString()) {
            throw wrongType(place + "." + name, "a string");
        }
        return value.asString();
    }

    static ApiError wrongType(String name, String expected) {
        return ApiError.wrong(
                name, "Invalid type for '" + name + "': expected " + expected + ".", "Correct it.");
    }
}
