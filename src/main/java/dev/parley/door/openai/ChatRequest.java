package dev.parley.door.openai;

import dev.parley.door.http.Request;
import dev.parley.work.Call;
import dev.parley.work.ConversationRef;

import java.util.Set;

/// A chat completion as it is asked for.
///
/// @param includeUsage whether a stream ends with the tokens used
record ChatRequest(Call call, boolean stream, boolean includeUsage) {
    private static final Set<String> USED =
            Set.of("model", "messages", "stream", "stream_options", "user", "response_format");

    static ChatRequest read(Request request) {
        var parameters = new Parameters(request, USED);
        var stream = parameters.flag("stream");
        var call =
                new Call(
                        Answers.caller(request),
                        parameters.requiredText("model"),
                        ChatMessages.read(parameters.get("messages"), "messages"),
                        ConversationRef.of(Parameters.session(request, parameters)),
                        Schemas.read(parameters.get("response_format"), "response_format"));
        return new ChatRequest(call, stream, parameters.flag("stream_options", "include_usage"));
    }
}
