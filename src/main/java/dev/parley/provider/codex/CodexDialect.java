package dev.parley.provider.codex;

import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `codex app-server`: JSON-RPC on standard input and output, many conversations ("threads") in one
/// process. It numbers its own questions from 0, so a number alone does not tell whose it is.
public final class CodexDialect implements LiveDialect {
    private final CodexRequests requests = new CodexRequests();

    /// By our name, in the order they came.
    private final Map<String, CodexConversation> threads = new LinkedHashMap<>();

    private boolean isReady;

    @Override
    public LiveStep open() {
        return requests.ask(
                "initialize", CodexLine.initialize(), _ -> greet(), CodexDialect.this::refuseAll);
    }

    private LiveStep greet() {
        isReady = true;
        var step =
                LiveStep.send(
                        CodexLine.of(
                                new JsonRpc.Notification(
                                        "initialized", MissingNode.getInstance())));
        for (var thread : threads.values()) {
            step = step.and(begin(thread));
        }
        return step;
    }

    private LiveStep refuseAll(String message) {
        var step = LiveStep.NOTHING;
        for (var name : List.copyOf(threads.keySet())) {
            step = step.and(refuse(name, message));
        }
        return step;
    }

    @Override
    public LiveStep join(String conversation, Opening opening) {
        var thread = new CodexConversation(conversation, opening, requests);
        threads.put(conversation, thread);
        return isReady ? begin(thread) : LiveStep.NOTHING;
    }

    private LiveStep begin(CodexConversation thread) {
        var opening = thread.opening();
        return requests.ask(
                opening.resume().isPresent() ? "thread/resume" : "thread/start",
                CodexLine.begin(opening),
                result -> {
                    if (result.path("thread").path("id").asString("").isEmpty()) {
                        return refuse(thread.name(), "Codex did not name the thread it began.");
                    }
                    var step = thread.begun(result);
                    // Somebody may have left in the meantime, and come back already.
                    if (threads.containsValue(thread)) {
                        return step;
                    }
                    return isWanted(thread.id()) ? LiveStep.NOTHING : thread.leave();
                },
                message -> refuse(thread.name(), message));
    }

    /// Who leaves a thread that another conversation goes on with would make Codex silent for both.
    private boolean isWanted(String id) {
        return threads.values().stream()
                .anyMatch(thread ->
                        thread.id().equals(id)
                                || thread.opening().resume().filter(id::equals).isPresent());
    }

    private LiveStep refuse(String name, String message) {
        return threads.remove(name) == null
                ? LiveStep.NOTHING
                : LiveStep.report(new Happening.Refused(name, why(message), message));
    }

    private static Happening.Refusal why(String message) {
        if (message.contains("no rollout found for thread id")
                // A process that had the thread open before its rollout was removed.
                || message.contains("missing source rollout")
                || message.contains("invalid session id")) {
            return Happening.Refusal.UNKNOWN_SESSION;
        }
        return message.contains("already has an active writer")
                ? Happening.Refusal.IN_USE
                : Happening.Refusal.FAILED;
    }

    @Override
    public LiveStep say(String conversation, Action.ForAgent action) {
        var thread = threads.get(conversation);
        if (thread == null) {
            throw new IllegalStateException("There is no conversation " + conversation + " here.");
        }
        return thread.say(action);
    }

    @Override
    public LiveStep leave(String conversation) {
        var thread = threads.remove(conversation);
        return thread == null || thread.id().isEmpty() ? LiveStep.NOTHING : thread.leave();
    }

    @Override
    public LiveStep hear(String line) {
        if (line.isBlank()) {
            return LiveStep.NOTHING;
        }
        return switch (JsonRpc.parse(line)) {
            case JsonRpc.Response(var id, var result) -> requests.answered(id, result, line);
            case JsonRpc.ErrorResponse(var id, _, var message, _) ->
                    requests.refused(id, message, line);
            case JsonRpc.Request(var id, var method, var params) ->
                    onRequest(id, method, params, line);
            case JsonRpc.Notification(var method, var params) ->
                    onNotification(method, params, line);
            case JsonRpc.Malformed(_, var reason) -> LiveStep.unclaimed(line, reason);
        };
    }

    private LiveStep onRequest(JsonNode id, String method, JsonNode params, String line) {
        if (method.equals("item/tool/call")) {
            return find(params)
                    .map(thread -> thread.hearToolCall(id, params))
                    .orElseGet(() -> CodexHostTools.unknown(id, params));
        }
        var question =
                find(params)
                        .flatMap(thread ->
                                Optional.ofNullable(thread.hearRequest(id, method, params)));
        return question.orElseGet(() ->
                LiveStep.send(CodexLine.error(id, "Parley has no answer to " + method + "."))
                        .and(LiveStep.unclaimed(line, "request " + method)));
    }

    private LiveStep onNotification(String method, JsonNode params, String line) {
        if (method.equals("account/rateLimits/updated")) {
            return threads.keySet().stream()
                    .map(name -> CodexOffer.limits(name, params))
                    .reduce(LiveStep.NOTHING, LiveStep::and);
        }
        return find(params)
                .map(thread -> thread.hear(method, params, line))
                .orElseGet(() ->
                        CodexNotes.isNote(method)
                                ? LiveStep.NOTHING
                                : LiveStep.unclaimed(line, "notification " + method));
    }

    private Optional<CodexConversation> find(JsonNode params) {
        var id = params.path("threadId").asString("");
        return id.isEmpty()
                ? Optional.empty()
                : threads.values().stream().filter(thread -> thread.id().equals(id)).findFirst();
    }

    @Override
    public LiveStep end(Ending ending) {
        var words = ending.lastWords().strip();
        var message =
                words.isEmpty() ? "Codex ended with exit code " + ending.exitCode() + "." : words;
        var failure = Event.Failed.fatal(message, "exit_" + ending.exitCode());
        var step = LiveStep.NOTHING;
        for (var thread : List.copyOf(threads.values())) {
            step =
                    step.and(
                            thread.id().isEmpty()
                                    ? refuse(thread.name(), message)
                                    : thread.ended(failure));
        }
        return step;
    }
}
