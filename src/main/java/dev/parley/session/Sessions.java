package dev.parley.session;

import dev.parley.provider.Permission;

import java.util.List;
import java.util.function.Consumer;

/// The front desk of live sessions: start, resume, list, ask, follow. The only thing doors call.
/// Everything asked here is a `Problem` when it makes no sense, before anything happens.
/// Thread-safe; calls may wait for the store, so they belong on virtual threads.
@SuppressWarnings("DoNotCallSuggester") // until the bodies are there
public final class Sessions implements AutoCloseable {
    private final Approvals approvals = new Approvals();

    /// Starts a session, or opens one again, and returns at once: its state is `starting` until the
    /// CLI is there, and a prompt that came along is queued. What goes wrong from here on is told
    /// by events.
    public SessionInfo start(NewSession request) throws InterruptedException {
        throw new UnsupportedOperationException("start " + request);
    }

    /// The newest sessions first, open or not, of this Parley and of others with the same store.
    public List<SessionInfo> list(int limit) throws InterruptedException {
        throw new UnsupportedOperationException("list " + limit);
    }

    public SessionInfo info(SessionId id) throws InterruptedException {
        throw new UnsupportedOperationException("info " + id);
    }

    /// Says the next thing. It is in the store when this returns. While a turn runs it is queued
    /// (`turn.queued` tells) or, if it asks for that, said into the running turn.
    ///
    /// @return the id of its turn; of the running one when it was said into that
    public String prompt(SessionId id, NewPrompt prompt) throws InterruptedException {
        throw new UnsupportedOperationException("prompt " + id + prompt);
    }

    /// Takes a queued prompt back.
    ///
    /// @return whether it was still waiting
    public boolean cancel(SessionId id, String turnId) throws InterruptedException {
        throw new UnsupportedOperationException("cancel " + id + turnId);
    }

    /// Ends the turn that runs; the session and what is queued go on.
    ///
    /// @return whether there was one
    public boolean interrupt(SessionId id) throws InterruptedException {
        throw new UnsupportedOperationException("interrupt " + id);
    }

    /// Answers a question of an agent. A question that is answered already, or that the agent took
    /// back, is a `NOT_FOUND`.
    public void decide(SessionId id, String requestId, Verdict verdict)
            throws InterruptedException {
        throw new UnsupportedOperationException("decide " + id + requestId + verdict);
    }

    /// From the next turn on, another model answers.
    public void switchModel(SessionId id, String model) throws InterruptedException {
        throw new UnsupportedOperationException("switchModel " + id + model);
    }

    public void switchMode(SessionId id, Permission permission) throws InterruptedException {
        throw new UnsupportedOperationException("switchMode " + id + permission);
    }

    /// Ends a session: a running turn is interrupted, what is queued is dropped. It can be opened
    /// again with [NewSession#resuming]; until its process is needed elsewhere it stays warm.
    public void close(SessionId id) throws InterruptedException {
        throw new UnsupportedOperationException("close " + id);
    }

    /// Everything after a number (0: from the beginning), then everything that happens. Works for
    /// sessions of other Parleys too.
    public EventStream follow(SessionId id, long after) throws InterruptedException {
        throw new UnsupportedOperationException("follow " + id + after);
    }

    /// A page of what happened.
    public List<Recorded> events(SessionId id, long after, int limit) throws InterruptedException {
        throw new UnsupportedOperationException("events " + id + after + limit);
    }

    /// Runs one turn and hands its events to `sink` as they are stored, the turn's end last; for
    /// doors that answer one request with one answer. Without `resume` it is a new conversation, on
    /// a process that is warm already where there is one. Interrupting the calling thread, or a
    /// sink that throws, interrupts the turn. The session stays open for a next turn until it is
    /// closed.
    ///
    /// @return the session after the turn
    public SessionInfo turn(NewSession request, Consumer<Recorded> sink)
            throws InterruptedException {
        throw new UnsupportedOperationException("turn " + request + sink);
    }

    public Approvals approvals() {
        return approvals;
    }

    public Coordinator coordinator() {
        throw new UnsupportedOperationException("coordinator");
    }

    /// Tells of every session of this Parley whose entry in the list changed. The listener must not
    /// wait.
    public Subscription onChange(Consumer<SessionInfo> listener) {
        throw new UnsupportedOperationException("onChange " + listener);
    }

    /// Ends all turns and processes. Sessions stay in the store and can be resumed.
    @Override
    public void close() {
        throw new UnsupportedOperationException("close");
    }
}
