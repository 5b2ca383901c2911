package dev.parley.session;

import dev.parley.api.SessionState;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.approval.OpenApprovals;
import dev.parley.session.pool.Connection;
import dev.parley.session.store.Turn;

import java.util.Optional;
import java.util.stream.Stream;

/// The course of a conversation: which turn runs, which is next, and what becomes of them when the
/// agent, its process or a person ends them. Its session's thread owns it.
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
    private final ProcessLease link;
    private final OpenApprovals approvals;
    private final Turns turns = new Turns();
    private final InterruptGrace grace;
    private Phase phase = Phase.OPEN;
    private String preface = "";

    TurnScheduler(
            SessionHost host,
            ProviderProfile profile,
            SessionRecord record,
            ProcessLease link,
            OpenApprovals approvals) {
        this.host = host;
        this.profile = profile;
        this.record = record;
        this.link = link;
        this.approvals = approvals;
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
            link.say(new Action.Steer(turn.text()));
            record.settle(turn.id(), "steered");
            return turns.current().orElseThrow().id();
        }
        if (turns.isFull()) {
            record.settle(turn.id(), "refused");
            throw new Problem(
                    Problem.Kind.BUSY,
                    turns.queued() + " prompts wait in this session already.",
                    "Wait until it has worked on some of them.");
        }
        phase = Phase.OPEN;
        record.titled(turn.text());
        if (turns.isBusy() || link.isDying()) {
            turns.queue(turn);
            record.publish(new Event.TurnQueued(turn.id(), turn.text()));
        } else {
            turns.begin(turn);
            connect();
        }
        return turn.id();
    }

    /// Sees to it that there is a process, and says what is due.
    private void connect() throws InterruptedException {
        try {
            var waited = link.waitsForPlace();
            if (link.connect(record.stored()) == ProcessLease.Found.PROCESS) {
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
        if (turns.saidAt() == 0) {
            turns.said(record.publish(new Event.UserSaid(turn.text(), turn.id())));
            record.settle(turn.id(), "sent");
        }
        link.say(turn.prompt(preface));
    }

    /// A place in the pool may be free.
    void place() throws InterruptedException {
        if (link.waitsForPlace()) {
            link.stopWaiting();
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

    /// A turn that waited will not be. Who asked for it is told.
    private void drop(String turnId, EndReason reason) throws InterruptedException {
        record.publish(new Event.TurnEnded(turnId, reason));
        record.settle(turnId, "interrupted");
    }

    /// @return whether there was something to interrupt
    boolean interrupt() throws InterruptedException {
        var due = turns.current();
        if (due.isPresent() && !turns.isSent()) {
            link.stopWaiting();
            end(due.get().id(), EndReason.INTERRUPTED);
            return true;
        }
        if (link.isStarting()) {
            interruptStart();
            return true;
        }
        if (turns.isBusy()) {
            link.say(new Action.Interrupt());
            grace.asked();
            return true;
        }
        // The process before ends, and the next turn waits for that.
        var next = link.isDying() ? turns.next() : Optional.<Turn>empty();
        if (next.isPresent()) {
            drop(next.get().id(), EndReason.INTERRUPTED);
        }
        return next.isPresent();
    }

    /// What has not begun has nothing to lose, and might never begin.
    private void interruptStart() throws InterruptedException {
        if (!turns.isBusy()) {
            record.publish(
                    Event.Failed.warning(
                            "The start of %s was interrupted.".formatted(profile.name()),
                            "interrupted"));
        }
        link.giveUp();
        endRunning(EndReason.INTERRUPTED);
    }

    /// In nanoseconds, until [#giveUpIfDue] has something to do.
    Optional<Long> untilDue() {
        return Stream.of(grace.untilOver(), link.start().untilDue())
                .flatMap(Optional::stream)
                .min(Long::compare);
    }

    /// An agent that does not begin, or does not obey an interrupt, loses its process.
    void giveUpIfDue() throws InterruptedException {
        if (link.start().isExceeded()) {
            var seconds = link.start().seconds();
            link.giveUp();
            fail(
                    "%s did not begin within %d seconds, so its process is ended. Try another prompt; if it only needs longer here, raise live.startTimeoutSeconds in config.json."
                            .formatted(profile.name(), seconds),
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
        // Where it ends now, its end is told, and with it end the turns.
        if (!link.giveUp()) {
            endRunning(EndReason.INTERRUPTED);
        }
    }

    void ended(Event.TurnEnded ended) throws InterruptedException {
        if (!turns.running().contains(ended.turnId())) {
            return; // it has ended already, or never was
        }
        for (var withdrawn : approvals.withdrawAll()) {
            record.publish(withdrawn);
        }
        record.publish(ended);
        if (turns.ended(ended.turnId())) {
            preface = "";
            record.settle(ended.turnId(), "done");
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
        if (turns.isBusy() || link.isDying()) {
            return;
        }
        var next = phase == Phase.OPEN ? turns.next() : Optional.<Turn>empty();
        if (next.isPresent()) {
            turns.begin(next.get());
            connect();
        } else {
            link.free();
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
        link.stopWaiting();
        record.publish(Event.Failed.fatal(message, code));
        endAll(EndReason.ERROR);
    }

    /// The provider has forgotten its session: a new one gets from our own record what was said.
    ///
    /// @return whether there was anything
    boolean rebuild(String lost) throws InterruptedException {
        var before = turns.saidAt() == 0 ? Long.MAX_VALUE : turns.saidAt();
        preface = EarlierConversation.of(host.database(), record.stored().id(), before);
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
        link.stopWaiting();
        if (link.isBlank()) {
            record.named(null); // it could not be resumed
        }
        var ending = link.end();
        endAll(EndReason.INTERRUPTED);
        record.publish(new Event.SessionEnded(EndReason.COMPLETED, null));
        return ending;
    }

    void shutDown() throws InterruptedException {
        if (turns.isBusy() || turns.queued() > 0) {
            phase = Phase.INTERRUPTED;
        }
        link.detach();
        endAll(EndReason.INTERRUPTED);
    }

    /// What cannot be stored is not shown; going on would lose it.
    void storeFailed() {
        phase = Phase.ERROR;
        link.detach();
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
            return link.isReady() ? SessionState.RUNNING : SessionState.STARTING;
        }
        return link.isStarting() ? SessionState.STARTING : SessionState.IDLE;
    }
}
