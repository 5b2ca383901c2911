package dev.parley.work.call;

import dev.parley.api.RepositoryModel;
import dev.parley.api.SessionId;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.ToolResult;
import dev.parley.work.call.ChatMessage.Role;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// A turn with functions of the client, and what its requests have in common. One request at a time
/// has it, or [HeldTurns].
final class FunctionConversation {
    private static final String NO_RESULT = "The client has no result for this call.";

    private final FunctionTurn turn;
    private final String asker;
    private final String name;
    private final RepositoryModel model;
    private final NewFilePolicy.Watch watch;
    private final Consumer<SessionId> close;
    private final Consumer<Call> forget;
    private Call latest;
    private Set<String> handedOut = Set.of();

    /// @param close ends its session
    /// @param forget nobody goes on with its session any more
    FunctionConversation(
            FunctionTurn turn,
            Call call,
            RepositoryModel model,
            NewFilePolicy.Watch watch,
            Consumer<SessionId> close,
            Consumer<Call> forget) {
        this.turn = turn;
        this.asker = call.asker();
        this.name = call.model();
        this.model = model;
        this.watch = watch;
        this.close = close;
        this.forget = forget;
        latest = call;
    }

    /// Only who was given the calls may answer them.
    boolean isOf(Call call) {
        return asker.equals(call.asker()) && name.equals(call.model());
    }

    boolean waitsFor(Set<String> callIds) {
        return callIds.stream().anyMatch(handedOut::contains);
    }

    boolean isIn(String session) {
        return turn.session().map(SessionId::toString).filter(session::equals).isPresent();
    }

    /// Whether the agent can go on with these results. A client that has changed what was said, or
    /// brings other functions, means another conversation.
    boolean fits(Call call, FunctionResults results) {
        var functions = call.functions().list();
        return handedOut.containsAll(results.byCall().keySet())
                && !results.hasImages()
                && (functions.isEmpty()
                        || FunctionBox.signature(functions).equals(turn.signature()))
                && (call.memory().mustBeKnown()
                        || userTexts(
                                        call.messages()
                                                .subList(
                                                        0,
                                                        FunctionResults.answered(call.messages())))
                                .equals(userTexts(latest.messages())));
    }

    private static List<String> userTexts(List<ChatMessage> messages) {
        return messages.stream()
                .filter(message -> message.role() == Role.USER)
                .map(ChatMessage::text)
                .toList();
    }

    /// A call without functions takes no further calls of those there are.
    Call completed(Call call) {
        var known = latest.functions();
        return call.functions().isEmpty()
                ? call.with(
                        new Functions(
                                known.list(), Functions.Choice.NONE, Set.of(), known.parallel()))
                : call;
    }

    /// Tells the agent the results. Calls without one stay open, unless the user goes on without
    /// them.
    void answer(Call call, FunctionResults results) {
        latest = call;
        var goesOn = !results.addition().isBlank();
        var rest = results.byCall().size();
        for (var result : results.byCall().entrySet()) {
            rest--;
            var text =
                    goesOn && rest == 0
                            ? result.getValue() + "\n\nThe user adds: " + results.addition()
                            : result.getValue();
            turn.open().answer(result.getKey(), ToolResult.text(text));
        }
        if (goesOn) {
            handedOut.forEach(id -> turn.open().answer(id, ToolResult.error(NO_RESULT)));
        }
    }

    /// Listens until the agent has called something or has come to its end. Whatever else happens
    /// ends the turn.
    FunctionTurn.Part next(Duration timeout, Consumer<Envelope> sink) throws InterruptedException {
        try {
            var part = turn.next(latest.functions(), timeout, sink);
            handedOut =
                    part.calls().stream()
                            .map(FunctionCall::id)
                            .collect(Collectors.toUnmodifiableSet());
            return part;
        } catch (InterruptedException | RuntimeException e) {
            abandon();
            throw e;
        }
    }

    /// Its session ends with it unless it is kept.
    NewFilePolicy.Result finish(EndReason reason, boolean keep) {
        if (!keep || reason != EndReason.COMPLETED) {
            turn.session().ifPresent(close);
        }
        return enforce(reason == EndReason.COMPLETED);
    }

    private NewFilePolicy.Result enforce(boolean isDone) {
        return watch.enforce(
                name + " (" + model.driver() + ")", () -> CallPrompt.latest(latest).text(), isDone);
    }

    /// The client is gone, or goes another way.
    void abandon() {
        forget.accept(latest);
        turn.end();
        Thread.ofVirtual()
                .name("abandoned-turn")
                .start(() -> {
                    try {
                        turn.join();
                        var _ = finish(EndReason.INTERRUPTED, false);
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    /// Ends the turn, so that its session is free for another.
    void free() throws InterruptedException {
        turn.end();
        turn.join();
        var _ = enforce(false);
    }
}
