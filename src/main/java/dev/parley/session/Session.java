package dev.parley.session;

import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.TurnOrigin;
import dev.parley.problem.Problem;
import dev.parley.provider.LiveCapability;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.Permission;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.SessionInbox.Over;
import dev.parley.session.SessionInbox.Signal;
import dev.parley.wire.Happening;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// One conversation. One virtual thread owns it and takes everything that concerns it from one
/// inbox: what doors ask, what its process tells, what runs out of time. So order is a fact, and
/// nothing in here needs a lock.
final class Session {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    /// Whether the session goes on.
    private enum Phase {
        OPEN,
        COMPLETED,
        ERROR,
        INTERRUPTED
    }

    private final SessionHost host;
    private final SessionId id;
    private final ProviderProfile profile;
    private final ProviderProfile.Live live;
    private final SessionInbox inbox;
    private final SessionRecord record;
    private final Link link;
    private final OpenApprovals approvals;
    private final Turns turns = new Turns();

    private Phase phase = Phase.OPEN;
    private String preface = "";
    private boolean isLeaving;

    /// @param lastSequence the number of the newest event that is there already
    Session(
            SessionHost host,
            ProviderProfile profile,
            StoredSession stored,
            Followers followers,
            long lastSequence) {
        this.host = host;
        this.profile = profile;
        id = stored.id();
        live = profile.findLive().orElseThrow();
        inbox = new SessionInbox(host.pool());
        var journal =
                new SessionJournal(
                        host.database(),
                        id,
                        stored.provider(),
                        followers,
                        host.clock(),
                        inbox::storeFailed,
                        lastSequence);
        record = new SessionRecord(host, profile, journal, stored);
        link = new Link(host, profile, id, inbox);
        approvals =
                new OpenApprovals(
                        id,
                        host.approvals(),
                        host.rules(),
                        host.settings().approvalTimeout(),
                        host.clock());
    }

    void begin() {
        Thread.ofVirtual().name("session-" + id).start(this::work);
    }

    SessionInfo info() {
        return record.info();
    }

    Instant updatedAt() {
        return record.updatedAt();
    }

    // What doors ask: called on any thread.

    /// Opens its process, if it has none.
    void open() throws InterruptedException, Over {
        inbox.ask(() -> {
            phase = Phase.OPEN;
            connect();
            return "";
        });
    }

    String prompt(Turn turn, boolean steer) throws InterruptedException, Over {
        return inbox.ask(() -> onPrompt(turn, steer));
    }

    boolean cancel(String turnId) throws InterruptedException, Over {
        return inbox.ask(() -> onCancel(turnId));
    }

    boolean interrupt() throws InterruptedException, Over {
        return inbox.ask(this::onInterrupt);
    }

    void decide(String requestId, Verdict verdict) throws InterruptedException, Over {
        inbox.ask(() -> {
            var remembers = live.can(LiveCapability.APPROVAL_FOR_SESSION);
            answer(approvals.decide(requestId, verdict, remembers));
            return "";
        });
    }

    void switchModel(String model) throws InterruptedException, Over {
        inbox.ask(() -> onSwitchModel(model));
    }

    void switchMode(Permission permission) throws InterruptedException, Over {
        var settings = LiveInvocation.mode(profile, permission).settings();
        inbox.ask(() -> onSwitchMode(permission, settings));
    }

    void close() throws InterruptedException, Over {
        inbox.ask(this::onClose);
    }

    /// Parley goes down: what runs is over, and the next Parley can have it.
    void shutDown() throws InterruptedException, Over {
        inbox.ask(this::onShutDown);
    }

    /// Another Parley had it while it was closed here, or it is wanted in another way now: what our
    /// process remembers is old.
    void forgetProcess(StoredSession now) throws InterruptedException, Over {
        inbox.ask(() -> {
            link.detach();
            record.replace(now);
            return "";
        });
    }

    // From here on everything is on the session's own thread.

    private void work() {
        try {
            while (!inbox.isOver(phase == Phase.COMPLETED && !link.isUp())) {
                var signal = inbox.take(approvals.untilNextTimeout());
                if (signal == null) {
                    for (var late : approvals.timedOut()) {
                        answer(late);
                    }
                } else {
                    take(signal);
                }
                save();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("The session {} failed", id, e);
            link.detach();
        } finally {
            inbox.clear();
            awaitStored();
            host.left(this);
        }
    }

    /// From here on the store answers for the session, so everything has to be in there.
    private void awaitStored() {
        try {
            host.database().write(_ -> "");
        } catch (Problem e) {
            LOG.warn("The end of the session {} may not be stored", id, e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(Signal signal) throws InterruptedException {
        switch (signal) {
            case Signal.Asked<?> asked -> perform(asked);
            case Signal.Told(var from, var happening, var line) -> {
                if (link.isOf(from)) {
                    onTold(happening, line);
                }
            }
            case Signal.Ending(var from, var how) -> {
                if (link.isOf(from)) {
                    onEnding(how);
                }
            }
            case Signal.Gone(var from, var how) -> {
                if (link.isOf(from)) {
                    onGone(how);
                }
            }
            case Signal.Place() -> onPlace();
            case Signal.StoreFailed(var problem) -> onStoreFailed(problem);
        }
    }

    /// The reply goes out when the session's entry is up to date: who asks next sees what happened.
    private <T> void perform(Signal.Asked<T> asked) throws InterruptedException {
        try {
            var result = asked.work().run();
            save();
            asked.reply().complete(result);
        } catch (RuntimeException e) {
            save();
            asked.reply().completeExceptionally(e);
        }
    }

    // Prompts and turns

    private String onPrompt(Turn turn, boolean steer) throws InterruptedException {
        if (steer && turns.isSent()) {
            publish(new Event.UserSaid(turn.text(), turn.id()));
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
            publish(new Event.TurnQueued(turn.id(), turn.text()));
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
            if (link.connect(record.stored()) == Link.Found.PROCESS) {
                send();
            } else if (!waited) {
                publish(
                        Event.Failed.warning(
                                "All processes Parley may keep are busy. This goes on as soon as one of them is not.",
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
            turns.said(record.publish(new Event.UserSaid(turn.text(), turn.id()), null));
            record.settle(turn.id(), "sent");
        }
        link.say(turn.prompt(preface));
    }

    private void onPlace() throws InterruptedException {
        if (link.waitsForPlace()) {
            link.stopWaiting();
            connect();
        } else {
            host.pool().passOn();
        }
    }

    private boolean onCancel(String turnId) throws InterruptedException {
        if (!turns.cancel(turnId)) {
            return false;
        }
        publish(new Event.TurnEnded(turnId, EndReason.INTERRUPTED));
        record.settle(turnId, "interrupted");
        return true;
    }

    private boolean onInterrupt() throws InterruptedException {
        var due = turns.current();
        if (due.isPresent() && !turns.isSent()) {
            link.stopWaiting();
            endTurn(due.get().id(), EndReason.INTERRUPTED);
            return true;
        }
        if (turns.isBusy()) {
            link.say(new Action.Interrupt());
            return true;
        }
        return false;
    }

    /// Ends a turn that its agent does not end any more.
    private void endTurn(String turnId, EndReason reason) throws InterruptedException {
        onTurnEnded(new Event.TurnEnded(turnId, reason), null);
    }

    private void onTurnEnded(Event.TurnEnded ended, @Nullable String line)
            throws InterruptedException {
        for (var withdrawn : approvals.withdrawAll()) {
            publish(withdrawn);
        }
        record.publish(ended, line);
        if (turns.ended(ended.turnId())) {
            preface = "";
            record.settle(ended.turnId(), "done");
        }
        goOn();
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
        for (var turn : turns.running()) {
            endTurn(turn, reason);
        }
        for (var turn : dropped) {
            publish(new Event.TurnEnded(turn, reason));
            record.settle(turn, "interrupted");
        }
    }

    // What its process tells

    private void onTold(Happening happening, @Nullable String line) throws InterruptedException {
        switch (happening) {
            case Happening.Joined(_, var nativeId, var model) -> onJoined(nativeId, model);
            case Happening.Refused(_, var why, var message) -> onRefused(why, message);
            case Happening.Said(_, var event) -> onSaid(event, line);
            case Happening.Unclaimed(var text, var reason) ->
                    record.publish(new Event.Unrecognized(text, reason), text);
        }
    }

    private void onJoined(String nativeId, @Nullable String model) throws InterruptedException {
        link.joined();
        record.named(nativeId);
        record.shows(model);
        record.ensureStarted();
        if (!turns.isBusy()) {
            link.free();
        }
    }

    private void onRefused(Happening.Refusal why, String message) throws InterruptedException {
        link.detach();
        var lost = record.stored().nativeId();
        if (why == Happening.Refusal.UNKNOWN_SESSION && lost != null && isRebuilt()) {
            publish(
                    Event.Failed.warning(
                            "%s does not know its session %s any more. A new one goes on with what was said so far."
                                    .formatted(profile.name(), lost),
                            "session_rebuilt"));
            record.named(null);
            turns.sendAgain();
            connect();
        } else {
            fail(message, why.name().toLowerCase(Locale.ROOT));
        }
    }

    /// Takes from our own record what the provider has forgotten.
    private boolean isRebuilt() throws InterruptedException {
        var before = turns.saidAt() == 0 ? Long.MAX_VALUE : turns.saidAt();
        preface = EarlierConversation.of(host.database(), id, before);
        return !preface.isEmpty();
    }

    /// It cannot go on by itself. Another prompt tries again.
    private void fail(String message, String code) throws InterruptedException {
        phase = Phase.ERROR;
        link.stopWaiting();
        publish(Event.Failed.fatal(message, code));
        endAll(EndReason.ERROR);
    }

    private void onEnding(Connection.Gone how) throws InterruptedException {
        link.dying();
        if (link.isJoined() && turns.isBusy() && !how.wasStopped()) {
            publish(
                    Event.Failed.warning(
                            "%s ended unexpectedly (exit code %d). The session goes on with the next prompt."
                                    .formatted(profile.name(), how.exitCode()),
                            "process_ended"));
        }
    }

    private void onGone(Connection.Gone how) throws InterruptedException {
        var wasJoined = link.isJoined();
        link.forget();
        link.protect(record.stored());
        if (!wasJoined && !how.wasStopped() && phase == Phase.OPEN) {
            var words = how.lastWords().strip();
            fail(
                    "%s ended before it was ready (exit code %d)%s"
                            .formatted(
                                    profile.name(),
                                    how.exitCode(),
                                    words.isEmpty() ? "." : ": " + words),
                    "not_started");
            return;
        }
        for (var turn : turns.running()) {
            endTurn(turn, how.wasStopped() ? EndReason.INTERRUPTED : EndReason.ERROR);
        }
        goOn(); // what is queued goes on, on a new process
    }

    private void onSaid(Event event, @Nullable String line) throws InterruptedException {
        switch (event) {
            case Event.SessionStarted started -> record.started(started, line);
            case Event.TurnStarted(var turn, var origin) -> {
                if (origin == TurnOrigin.AGENT) {
                    turns.beganByItself(turn);
                    link.keep();
                }
                record.publish(event, line);
            }
            case Event.TurnEnded ended -> onTurnEnded(ended, line);
            case Event.ApprovalRequested question -> {
                record.publish(event, line);
                var known = approvals.asked(question, profile, record.stored().cwd());
                if (known.isPresent()) {
                    answer(known.get());
                }
            }
            case Event.ApprovalAnswered answered -> {
                if (approvals.close(answered.requestId())) {
                    record.publish(event, line);
                }
            }
            case Event.SessionChanged changed -> {
                record.changed(changed);
                record.publish(event, line);
            }
            case Event.SessionEnded _,
                    Event.TurnQueued _,
                    Event.UserSaid _,
                    Event.AssistantSaid _,
                    Event.AssistantStreamed _,
                    Event.Thought _,
                    Event.ToolCalled _,
                    Event.ToolReturned _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ ->
                    record.publish(event, line);
        }
    }

    private void answer(OpenApprovals.Answer answer) throws InterruptedException {
        publish(answer.event());
        var verdict = answer.verdict();
        link.say(
                new Action.Decide(
                        answer.question().requestId(),
                        verdict.decision(),
                        verdict.reason(),
                        verdict.input()));
    }

    // Switching and ending

    /// The provider confirms it; without a process it is simply what the next one starts with.
    private String onSwitchModel(String model) throws InterruptedException {
        record.asked(model);
        if (link.isJoined()) {
            link.say(new Action.SwitchModel(model));
        } else {
            changed(new Event.SessionChanged(model, null, null));
        }
        return model;
    }

    private String onSwitchMode(Permission permission, Map<String, String> settings)
            throws InterruptedException {
        if (link.isJoined()) {
            link.say(new Action.SwitchMode(permission.wireName(), settings));
        } else {
            changed(new Event.SessionChanged(null, permission.wireName(), null));
        }
        return permission.wireName();
    }

    private void changed(Event.SessionChanged change) throws InterruptedException {
        record.changed(change);
        publish(change);
    }

    private String onClose() throws InterruptedException {
        if (phase == Phase.COMPLETED) {
            return "";
        }
        phase = Phase.COMPLETED;
        link.stopWaiting();
        // A process of its own that has nothing to do stays warm, should the session be resumed.
        if (!link.isOwn() || turns.isBusy() || !link.isJoined()) {
            link.detach();
        }
        endAll(EndReason.INTERRUPTED);
        publish(new Event.SessionEnded(EndReason.COMPLETED, null));
        return "";
    }

    private String onShutDown() throws InterruptedException {
        isLeaving = true;
        if (turns.isBusy() || turns.queued() > 0) {
            phase = Phase.INTERRUPTED;
        }
        link.detach();
        endAll(EndReason.INTERRUPTED);
        inbox.end();
        return "";
    }

    /// What cannot be stored is not shown; going on would lose it.
    private void onStoreFailed(Problem problem) {
        LOG.error("The session {} cannot be stored", id, problem);
        phase = Phase.ERROR;
        link.detach();
        turns.clear();
        var _ = approvals.withdrawAll();
    }

    private void publish(Event event) throws InterruptedException {
        record.publish(event, null);
    }

    private void save() throws InterruptedException {
        var isMine = (phase == Phase.OPEN || phase == Phase.ERROR) && !isLeaving;
        record.save(
                state(),
                turns.shown(),
                isMine ? host.owner() : null,
                turns.queued(),
                approvals.count(),
                link.isJoined());
    }

    private SessionState state() {
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
            return link.isJoined() ? SessionState.RUNNING : SessionState.STARTING;
        }
        return link.isUp() && !link.isJoined() ? SessionState.STARTING : SessionState.IDLE;
    }
}
