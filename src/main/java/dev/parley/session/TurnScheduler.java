package dev.parley.session;

import dev.parley.api.SessionState;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.approval.OpenApprovals;
import dev.parley.session.pool.Connection;
import dev.parley.store.Turn;

import java.util.Optional;
import java.util.stream.Stream;

/// Schedules the turns of a conversation: which one runs, which one is next, and what becomes of
/// them when the agent, its process or a person ends them. Its session's thread owns it.
final class TurnScheduler {
    /// Whether the session goes on.
    enum Phase {
        OPEN,
        COMPLETED,
        ERROR,
        INTERRUPTED
    }

    private final SessionHost host;
    private final ProviderProfile profile;
    private final SessionRecord record;
    private final ProcessLease lease;
    private final OpenApprovals approvals;
    private final ToolCalls tools;
    private final AroundTurns around;
    private final Turns turns = new Turns();
    private final InterruptGrace grace;
    private Phase phase = Phase.OPEN;
    private String preface = "";

    TurnScheduler(
            SessionHost host,
            ProviderProfile profile,
            SessionRecord record,
            ProcessLease lease,
            OpenApprovals approvals,
            ToolCalls tools,
            AroundTurns around) {
        this.host = host;
        this.profile = profile;
        this.record = record;
        this.lease = lease;
        this.approvals = approvals;
        this.tools = tools;
        this.around = around;
        grace = new InterruptGrace(host.settings().interruptGrace());
    }

    Phase phase() {
        return phase;
    }

    Turns turns() {
        return turns;
    }

    /// Opens its process, if it has none.
    void open() throws InterruptedException {
        phase = Phase.OPEN;
        connect();
    }

    /// @return the id of the turn that answers
    String prompt(Turn turn, boolean steer) throws InterruptedException {
        if (steer && turns.isSent()) {
            record.publish(new Event.UserSaid(turn.text(), turn.id()));
            lease.send(new Action.Steer(turn.prompt("")));
            record.settle(turn.id(), Turn.State.STEERED);
            return turns.current().orElseThrow().id();
        }
        if (turns.isFull()) {
            record.settle(turn.id(), Turn.State.REFUSED);
            throw new Problem(
                    Problem.Kind.BUSY,
                    turns.queued() + " prompts wait in this session already.",
                    "Wait until it has worked on some of them.");
        }
        phase = Phase.OPEN;
        record.titled(turn.text());
        if (turns.isBusy() || lease.isDying()) {
            turns.queue(turn);
            record.publish(new Event.TurnQueued(turn.id(), turn.text()));
        } else {
            turns.begin(turn);
            connect();
        }
        return turn.id();
    }

    /// Sees to it that there is a process, and sends what is due.
    private void connect() throws InterruptedException {
        try {
            var waited = lease.waitsForPlace();
            if (lease.connect(record.stored()) == ProcessLease.Found.PROCESS) {
                send();
            } else if (!waited) {
                record.publish(
                        Event.Failed.warning(
                                "All processes Parley may keep are busy. The turn starts as soon as one of them is free.",
                                "waiting_for_process"));
            }
        } catch (Problem problem) {
            fail(problem.message() + " " + problem.remedy(), "not_started");
        }
    }

    /// A dialect keeps a prompt until the conversation has begun, so it need not wait here.
    private void send() throws InterruptedException {
        var due = turns.current();
        if (due.isEmpty() || turns.isSent()) {
            return;
        }
        var turn = due.get();
        turns.sent();
        if (turns.publishedAt() == 0) {
            turns.published(record.publish(new Event.UserSaid(turn.text(), turn.id())));
            record.settle(turn.id(), Turn.State.SENT);
        }
        around.begins(turn.id(), false);
        lease.send(turn.prompt(around.note() + preface));
    }

    /// The agent began a turn that nobody asked for.
    void beganByItself(String turnId) throws InterruptedException {
        turns.beganByItself(turnId);
        around.begins(turnId, true);
    }

    /// A place in the pool may be free.
    void place() throws InterruptedException {
        if (lease.waitsForPlace()) {
            lease.stopWaiting();
            connect();
        } else {
            host.pool().passOn();
        }
    }

    boolean cancel(String turnId) throws InterruptedException {
        if (!turns.cancel(turnId)) {
            return false;
        }
        drop(turnId, EndReason.INTERRUPTED);
        return true;
    }

    /// Takes back what its agent has not got. A prompt that waits for a process ends with the
    /// session.
    Turns.Left takeBack() throws InterruptedException {
        var left = turns.left();
        for (var turn : turns.drop()) {
            drop(turn, EndReason.INTERRUPTED);
        }
        return left;
    }

    /// A turn that waited will not run. The client that asked for it learns so from the event.
    private void drop(String turnId, EndReason reason) throws InterruptedException {
        record.publish(new Event.TurnEnded(turnId, reason));
        record.settle(turnId, Turn.State.INTERRUPTED);
    }

    /// @return whether there was something to interrupt
    boolean interrupt() throws InterruptedException {
        var due = turns.current();
        if (due.isPresent() && !turns.isSent()) {
            lease.stopWaiting();
            end(due.get().id(), EndReason.INTERRUPTED);
            return true;
        }
        if (lease.isStarting()) {
            interruptStart();
            return true;
        }
        if (turns.isBusy()) {
            lease.send(new Action.Interrupt());
            grace.asked();
            return true;
        }
        // The process before ends, and the next turn waits for that.
        var next = lease.isDying() ? turns.next() : Optional.<Turn>empty();
        if (next.isPresent()) {
            drop(next.get().id(), EndReason.INTERRUPTED);
        }
        return next.isPresent();
    }

    /// A conversation that has not begun has nothing to lose, and might never begin.
    private void interruptStart() throws InterruptedException {
        if (!turns.isBusy()) {
            record.publish(
                    Event.Failed.warning(
                            "The start of %s was interrupted.".formatted(profile.name()),
                            "interrupted"));
        }
        lease.giveUp();
        endRunning(EndReason.INTERRUPTED);
    }

    /// In nanoseconds, until [#giveUpIfDue] has something to do.
    Optional<Long> untilDue() {
        return Stream.of(grace.untilOver(), lease.start().untilDue())
                .flatMap(Optional::stream)
                .min(Long::compare);
    }

    /// An agent that does not begin, or does not obey an interrupt, loses its process.
    void giveUpIfDue() throws InterruptedException {
        var excess = lease.start().exceeded();
        if (excess.isPresent()) {
            lease.giveUp();
            fail(
                    "%s %s, so its process is ended. Try another prompt; if it only needs longer here, raise live.startTimeoutSeconds in config.json."
                            .formatted(profile.name(), excess.get()),
                    "start_timeout");
        }
        if (grace.isOver()) {
            giveUpTurn();
        }
    }

    private void giveUpTurn() throws InterruptedException {
        grace.obeyed();
        record.publish(
                Event.Failed.warning(
                        "%s did not stop within %d seconds, so its process is ended. The session goes on with the next prompt."
                                .formatted(profile.name(), grace.seconds()),
                        "interrupt_ignored"));
        // Where it ends now, its end is reported, and the turns end with it.
        if (!lease.giveUp()) {
            endRunning(EndReason.INTERRUPTED);
        }
    }

    void ended(Event.TurnEnded ended) throws InterruptedException {
        if (!turns.running().contains(ended.turnId())) {
            return; // it has ended already, or never was
        }
        tools.dropAll(); // not every CLI says that it does not wait any more
        for (var withdrawn : approvals.withdrawAll()) {
            record.publish(withdrawn);
        }
        around.ended(ended.turnId());
        record.publish(ended);
        if (turns.ended(ended.turnId())) {
            preface = "";
            if (ended.reason() == EndReason.COMPLETED) {
                around.heard();
            }
            record.settle(ended.turnId(), Turn.State.DONE);
        }
        if (!turns.isBusy()) {
            grace.obeyed();
        }
        goOn();
    }

    /// Ends a turn that its agent does not end any more.
    private void end(String turnId, EndReason reason) throws InterruptedException {
        ended(new Event.TurnEnded(turnId, reason));
    }

    private void endRunning(EndReason reason) throws InterruptedException {
        for (var turn : turns.running()) {
            end(turn, reason);
        }
    }

    /// Begins the next turn, if there is one and nothing runs.
    private void goOn() throws InterruptedException {
        if (turns.isBusy() || lease.isDying()) {
            return;
        }
        var next = phase == Phase.OPEN ? turns.next() : Optional.<Turn>empty();
        if (next.isPresent()) {
            turns.begin(next.get());
            connect();
        } else {
            lease.free();
        }
    }

    /// Ends everything that runs or waits.
    private void endAll(EndReason reason) throws InterruptedException {
        var dropped = turns.drop();
        endRunning(reason);
        for (var turn : dropped) {
            drop(turn, reason);
        }
    }

    /// It cannot go on by itself. Another prompt tries again.
    void fail(String message, String code) throws InterruptedException {
        phase = Phase.ERROR;
        lease.stopWaiting();
        record.publish(Event.Failed.fatal(message, code));
        endAll(EndReason.ERROR);
    }

    /// The provider has forgotten its session: a new one gets from our own record what was said.
    ///
    /// @return whether there was anything
    boolean rebuild(String lost) throws InterruptedException {
        var before = turns.publishedAt() == 0 ? Long.MAX_VALUE : turns.publishedAt();
        preface = EarlierConversation.of(host.store(), record.stored().id(), before);
        if (preface.isEmpty()) {
            return false;
        }
        record.publish(
                Event.Failed.warning(
                        "%s does not know its session %s any more. A new one goes on with what was said so far."
                                .formatted(profile.name(), lost),
                        "session_rebuilt"));
        record.named(null);
        turns.sendAgain();
        connect();
        return true;
    }

    /// The process is gone: what is queued goes on, on a new one.
    ///
    /// @param wasBlank nothing was said in its native session
    void processGone(EndReason reason, boolean wasBlank) throws InterruptedException {
        if (wasBlank) {
            record.named(null); // it could not be resumed
        }
        endRunning(reason);
        goOn();
    }

    /// @return the process that ends with it
    Optional<Connection> close() throws InterruptedException {
        if (phase == Phase.COMPLETED) {
            return Optional.empty();
        }
        phase = Phase.COMPLETED;
        lease.stopWaiting();
        if (lease.isBlank()) {
            record.named(null); // it could not be resumed
        }
        var ending = lease.end();
        endAll(EndReason.INTERRUPTED);
        record.publish(new Event.SessionEnded(EndReason.COMPLETED, null));
        return ending;
    }

    void shutDown() throws InterruptedException {
        if (turns.isBusy() || turns.queued() > 0) {
            phase = Phase.INTERRUPTED;
        }
        lease.detach();
        endAll(EndReason.INTERRUPTED);
    }

    /// What cannot be stored is not shown; going on would lose it.
    void storeFailed() {
        phase = Phase.ERROR;
        lease.detach();
        turns.clear();
        grace.obeyed();
        var _ = approvals.withdrawAll();
    }

    SessionState state() {
        return switch (phase) {
            case COMPLETED -> SessionState.COMPLETED;
            case ERROR -> SessionState.ERROR;
            case INTERRUPTED -> SessionState.INTERRUPTED;
            case OPEN -> openState();
        };
    }

    private SessionState openState() {
        if (approvals.count() > 0) {
            return SessionState.WAITING;
        }
        if (turns.isBusy() || turns.queued() > 0) {
            return lease.isReady() ? SessionState.RUNNING : SessionState.STARTING;
        }
        return lease.isStarting() ? SessionState.STARTING : SessionState.IDLE;
    }
}
