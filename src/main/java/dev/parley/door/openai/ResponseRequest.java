package dev.parley.door.openai;

import dev.parley.door.http.Request;
import dev.parley.work.call.Call;
import dev.parley.work.call.ChatMessage;
import dev.parley.work.call.ConversationRef;

import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A response as it is asked for.
///
/// @param id the name of the answer, by which a later request can refer to it
/// @param echo what the answer repeats of the request
/// @param store whether what is answered can be referred to later
/// @param ignored parameters without effect that might be missed
record ResponseRequest(
        String id,
        Call call,
        boolean stream,
        boolean store,
        ObjectNode echo,
        List<String> ignored) {
    private static final Set<String> USED =
            Set.of(
                    "model",
                    "input",
                    "instructions",
                    "previous_response_id",
                    "store",
                    "stream",
                    "stream_options",
                    "text",
                    "tools",
                    "tool_choice",
                    "reasoning",
                    "truncation",
                    "user");

    /// @param items what later requests may refer to
    static ResponseRequest read(Request request, ResponseItems items) {
        var parameters = new Parameters(request, USED);
        var id = "resp_" + UUID.randomUUID().toString().replace("-", "");
        var stream = parameters.flag("stream");
        parameters.ignore("text.verbosity", "text", "verbosity");
        parameters.ignore("reasoning.summary", "reasoning", "summary");
        var effort = Efforts.read(parameters.get("reasoning").path("effort"), "reasoning.effort");
        var call =
                new Call(
                        request.key(),
                        parameters.requiredText("model"),
                        messages(parameters, new ResponseInput(request.key(), items)),
                        memory(request, parameters, id),
                        Schemas.read(parameters.get("text").path("format"), "text.format", effort),
                        ClientFunctions.read(parameters));
        return new ResponseRequest(
                id,
                call,
                stream,
                parameters.flagOr(true, "store"),
                ResponseEcho.of(parameters),
                parameters.ignored());
    }

    private static List<ChatMessage> messages(Parameters parameters, ResponseInput reader) {
        var messages = new ArrayList<ChatMessage>();
        parameters
                .text("instructions")
                .filter(text -> !text.isBlank())
                .ifPresent(text -> messages.add(new ChatMessage(ChatMessage.Role.SYSTEM, text)));
        var input = parameters.get("input");
        if (input.isString()) {
            if (input.asString().isBlank()) {
                throw ApiError.wrong("input", "'input' is empty.", "Say what the agent is to do.");
            }
            messages.add(new ChatMessage(ChatMessage.Role.USER, input.asString()));
        } else {
            var isPart = parameters.text("previous_response_id").isPresent();
            messages.addAll(reader.read(input, isPart));
        }
        return messages;
    }

    private static ConversationRef memory(Request request, Parameters parameters, String id) {
        var previous = parameters.text("previous_response_id");
        var session = Parameters.session(request, parameters);
        var keep = new ArrayList<>(session.stream().toList());
        if (parameters.flagOr(true, "store")) {
            keep.add(id);
        }
        return new ConversationRef(previous.or(() -> session), previous.isPresent(), keep);
    }

    Optional<String> previous() {
        return call.memory().mustBeKnown() ? call.memory().known() : Optional.empty();
    }
}
