package dev.parley.door.openai;

import dev.parley.door.http.Request;
import dev.parley.work.Call;
import dev.parley.work.ChatMessage;
import dev.parley.work.ConversationRef;

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
record ResponseRequest(String id, Call call, boolean stream, ObjectNode echo) {
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
                    "truncation",
                    "user");

    static ResponseRequest read(Request request) {
        var parameters = new Parameters(request, USED);
        var id = "resp_" + UUID.randomUUID().toString().replace("-", "");
        var stream = parameters.flag("stream");
        parameters.check("text.verbosity", _ -> false, "text", "verbosity");
        var call =
                new Call(
                        request.key(),
                        parameters.requiredText("model"),
                        messages(parameters),
                        memory(request, parameters, id),
                        Schemas.read(parameters.get("text").path("format"), "text.format"));
        return new ResponseRequest(id, call, stream, ResponseEcho.of(parameters));
    }

    private static List<ChatMessage> messages(Parameters parameters) {
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
            messages.addAll(ChatMessages.read(input, "input"));
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
