package dev.parley.work.call;

import dev.parley.event.ToolResult;
import dev.parley.tool.ToolCall;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/// The calls of functions that wait for the client, in their order. Thread-safe.
final class OpenCalls {
    /// A call whose agent waits.
    ///
    /// @param after the number of the newest event when it was made
    /// @param madeAt on the clock of [System#nanoTime]
    record Open(FunctionCall call, long after, long madeAt, CompletableFuture<ToolResult> result) {
        static Open of(ClientFunction function, ToolCall call) {
            var id = "call_" + UUID.randomUUID().toString().replace("-", "");
            var arguments = call.arguments();
            var text =
                    function.takesText()
                            ? arguments.path(ClientFunction.INPUT).asString("")
                            : arguments.isMissingNode() || arguments.isNull()
                                    ? "{}"
                                    : arguments.toString();
            return new Open(
                    new FunctionCall(
                            id, function.group(), function.name(), text, function.takesText()),
                    call.moment().sequence(),
                    System.nanoTime(),
                    new CompletableFuture<>());
        }
    }

    private final Map<String, Open> open = new LinkedHashMap<>();

    synchronized void add(Open call) {
        open.put(call.call().id(), call);
    }

    /// The agent does not wait for it any more.
    synchronized void drop(Open call) {
        open.remove(call.call().id());
    }

    synchronized List<Open> all() {
        return new ArrayList<>(open.values());
    }

    synchronized boolean answer(String id, ToolResult result) {
        var call = open.remove(id);
        return call != null && call.result().complete(result);
    }

    synchronized Set<String> ids() {
        return Set.copyOf(open.keySet());
    }
}
