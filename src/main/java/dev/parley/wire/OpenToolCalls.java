package dev.parley.wire;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The calls of our tools that wait for their answers in one conversation. Its dialect owns it.
///
/// @param <T> how the dialect answers one
public final class OpenToolCalls<T> {
    private final Map<String, T> open = new LinkedHashMap<>();

    /// Reports a call. One whose id is taken cannot be told from the other and is none.
    public Optional<LiveStep> asked(
            String conversation, String callId, T how, String tool, JsonNode arguments) {
        return callId.isEmpty() || open.putIfAbsent(callId, how) != null
                ? Optional.empty()
                : Optional.of(
                        LiveStep.report(
                                new Happening.ToolAsked(conversation, callId, tool, arguments)));
    }

    /// Empty when nobody waits for the answer any more.
    public Optional<T> answered(String callId) {
        return Optional.ofNullable(open.remove(callId));
    }

    /// Reports that nobody waits for these any more.
    public LiveStep drop(String conversation, Predicate<T> which) {
        var step = LiveStep.NOTHING;
        for (var call : List.copyOf(open.entrySet())) {
            if (which.test(call.getValue())) {
                open.remove(call.getKey());
                step =
                        step.and(
                                LiveStep.report(
                                        new Happening.ToolDropped(conversation, call.getKey())));
            }
        }
        return step;
    }
}
