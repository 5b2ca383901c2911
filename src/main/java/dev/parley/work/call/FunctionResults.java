package dev.parley.work.call;

import dev.parley.work.call.ChatMessage.Role;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What a call brings for the functions that were called last.
///
/// @param byCall the results by the ids of their calls, in their order
/// @param addition what the user says beside them
/// @param hasImages which cannot be told along with results
record FunctionResults(Map<String, String> byCall, String addition, boolean hasImages) {
    static FunctionResults of(Call call) {
        var latest = call.messages().subList(answered(call.messages()), call.messages().size());
        var results = new LinkedHashMap<String, String>();
        latest.forEach(message -> {
            if (message.callId() != null) {
                results.put(message.callId(), message.text());
            }
        });
        var addition =
                latest.stream()
                        .filter(message -> message.role() == Role.USER)
                        .map(ChatMessage::text)
                        .collect(Collectors.joining("\n\n"));
        var hasImages = latest.stream().anyMatch(message -> !message.images().isEmpty());
        return new FunctionResults(results, addition, hasImages);
    }

    boolean isEmpty() {
        return byCall.isEmpty();
    }

    /// Where the messages begin that the assistant has not answered.
    static int answered(List<ChatMessage> messages) {
        var from = messages.size();
        while (from > 0 && messages.get(from - 1).role() != Role.ASSISTANT) {
            from--;
        }
        return from;
    }
}
