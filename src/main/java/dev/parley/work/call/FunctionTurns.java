package dev.parley.work.call;

import dev.parley.api.NewSession;
import dev.parley.api.RepositoryModel;
import dev.parley.session.Sessions;

import java.time.Duration;
import java.util.Optional;

/// Lets live sessions answer calls that bring functions along: begins their turns, and finds the
/// turn again that waits for what a later call brings.
final class FunctionTurns {
    private final Sessions sessions;
    private final WarmTurns warm;
    private final CallSessions remembered;
    private final HeldTurns held;

    FunctionTurns(Sessions sessions, WarmTurns warm, CallSessions remembered) {
        this.sessions = sessions;
        this.remembered = remembered;
        this.warm = warm;
        // The others are for those that do not wait.
        held = new HeldTurns(Math.max(1, sessions.maxProcesses() / 2));
    }

    /// A conversation that is not held any more, and what it waits for.
    record Waiting(FunctionConversation conversation, Call call, FunctionResults results) {}

    /// Takes what may be waited for.
    interface Wait {
        CallSlots.Slot take() throws InterruptedException;
    }

    /// @param session its first prompt
    FunctionConversation begin(
            FunctionTurn turn,
            Call call,
            RepositoryModel model,
            NewFilePolicy.Watch watch,
            NewSession session) {
        var effort = call.form().effort().map(Call.Effort::level);
        turn.start(sessions, session, model.keepsOwnTools(), effort);
        return new FunctionConversation(turn, call, model, watch, warm::close, remembered::forget);
    }

    /// The conversation that waits for the results in this call. One that a client goes on with in
    /// another way is ended; then the agent is to be told everything.
    Optional<Waiting> claim(Call call) {
        var results = FunctionResults.of(call);
        var found = held.find(call, results.byCall().keySet());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var conversation = found.get();
        if (!conversation.fits(call, results)) {
            held.end(conversation);
            return Optional.empty();
        }
        return held.release(conversation)
                ? Optional.of(new Waiting(conversation, conversation.completed(call), results))
                : Optional.empty();
    }

    /// Waits for a place to go on; who gives up gives the conversation up.
    CallSlots.Slot waitFor(Waiting waiting, Wait place) throws InterruptedException {
        try {
            return place.take();
        } catch (InterruptedException e) {
            waiting.conversation().abandon();
            throw e;
        }
    }

    void hold(FunctionConversation conversation, Duration patience) {
        held.hold(conversation, patience);
    }

    /// A session that is to go on does not wait for its client any more.
    void free(String session) throws InterruptedException {
        var waiting = held.findIn(session);
        if (waiting.isPresent() && held.release(waiting.get())) {
            waiting.get().free();
        }
    }
}
