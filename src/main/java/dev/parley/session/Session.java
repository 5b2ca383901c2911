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
import dev.parley.wire.Happening;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// One conversation. One virtual thread owns it and takes everything that concerns it from one
/// inbox: what doors ask, what its process tells, what runs out of time. So order is a fact, and
/// nothing in here needs a lock.
final class Session implements Connection.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    /// What a process may tell ahead of us; behind that it waits.
    private static final int TOLD = 256;

    private static final int MOST_QUEUED = 100;

    /// Something asked from outside, done on the session's thread.
    interface Work<T> {
        T run() throws InterruptedException;
    }

    /// The session has left memory: look it up again.
    static final class Over extends Exception {}

    private sealed interface Signal {
        record Asked<T>(Work<T> work, CompletableFuture<T> reply) implements Signal {}

        record Told(String conversation, Happening happening, @Nullable String line)
                implements Signal {}

        record Ending(String conversation, Connection.Gone how) implements Signal {}

        record Gone(String conversation, Connection.Gone how) implements Signal {}

        /// A place in the pool may be free.
        record Place() implements Signal {}

        record StoreFailed(Problem problem) implements Signal {}
    }

    /// Whether the session goes on.
    private enum Phase {
        OPEN,
        COMPLETED,
        ERROR,
        INTERRUPTED
    }

    private final SessionHost host;
    private final ProviderProfile profile;
    private final ProviderProfile.Live live;
    private final SessionJournal journal;
    private final OpenApprovals approvals;
    // Unbounded, because the store and doors must not wait here; what processes tell has permits.
    private final BlockingQueue<Signal> inbox = new LinkedBlockingQueue<>();
    private final Semaphore permits = new Semaphore(TOLD);
    private final Deque<Turn> queue = new ArrayDeque<>();
    private final Set<String> agentTurns = new LinkedHashSet<>();

    private StoredSession stored;
    private Phase phase = Phase.OPEN;
    private Pool.@Nullable Warm process;
    private @Nullable Path home;
    private boolean isShared;
    private String conversation = "";
    private int conversations;
    private boolean isJoined;
    private boolean isDying;
    private boolean waitsForPlace;
    private boolean hasStarted;
    private @Nullable Turn current;
    private long currentSaidAt;
    private boolean currentIsSent;
    private String preface = "";
    private @Nullable String askedModel;
    private boolean isLeaving;
    private boolean isOver; // guarded by this
    private volatile Entry entry;

    /// What lists show of it.
    private record Entry(StoredSession session, int queued, int approvals, boolean isWarm) {}

    /// @param lastSequence the number of the newest event that is there already
    Session(
            SessionHost host,
            ProviderProfile profile,
            StoredSession stored,
            Followers followers,
            long lastSequence) {
        this.host = host;
        this.profile = profile;
        this.live = profile.findLive().orElseThrow();
        this.stored = stored;
        this.hasStarted = lastSequence > 0;
        journal =
                new SessionJournal(
                        host.database(),
                        stored.id(),
                        stored.provider(),
                        followers,
                        host.clock(),
                        problem -> inbox.add(new Signal.StoreFailed(problem)),
                        lastSequence);
        approvals =
                new OpenApprovals(
                        stored.id(),
                        host.approvals(),
                        host.rules(),
                        host.settings().approvalTimeout(),
                        host.clock());
        entry = new Entry(stored, 0, 0, false);
    }

    void begin() {
        Thread.ofVirtual().name("session-" + stored.id()).start(this::work);
    }

    SessionInfo info() {
        var now = entry;
        return host.describe(
                now.session(),
                Optional.of(profile),
                now.queued(),
                now.approvals(),
                journal.sequence(),
                now.isWarm());
    }

    /// When its entry in the store was last written.
    Instant updatedAt() {
        return entry.session().updatedAt();
    }

    // What doors ask: called on any thread.

    /// Opens its process, if it has none.
    void open() throws InterruptedException, Over {
        ask(() -> {
            phase = Phase.OPEN;
            connect();
            return "";
        });
    }

    String prompt(Turn turn, boolean steer) throws InterruptedException, Over {
        return ask(() -> onPrompt(turn, steer));
    }

    boolean cancel(String turnId) throws InterruptedException, Over {
        return ask(() -> onCancel(turnId));
    }

    boolean interrupt() throws InterruptedException, Over {
        return ask(this::onInterrupt);
    }

    void decide(String requestId, Verdict verdict) throws InterruptedException, Over {
        ask(() -> {
            var remembers = live.can(LiveCapability.APPROVAL_FOR_SESSION);
            answer(approvals.decide(requestId, verdict, remembers));
            return "";
        });
    }

    void switchModel(String model) throws InterruptedException, Over {
        ask(() -> onSwitchModel(model));
    }

    void switchMode(Permission permission) throws InterruptedException, Over {
        var settings = LiveInvocation.mode(profile, permission).settings();
        ask(() -> onSwitchMode(permission, settings));
    }

    void close() throws InterruptedException, Over {
        ask(this::onClose);
    }

    /// Parley goes down: what runs is over, and the next Parley can have it.
    void shutDown() throws InterruptedException, Over {
        ask(this::onShutDown);
    }

    /// Another Parley had it while it was closed here: what our process remembers is old.
    void forgetProcess(StoredSession now) throws InterruptedException, Over {
        ask(() -> {
            detach();
            stored = now;
            return "";
        });
    }

    private <T> T ask(Work<T> work) throws InterruptedException, Over {
        var reply = new CompletableFuture<T>();
        synchronized (this) {
            if (isOver) {
                throw new Over();
            }
            inbox.add(new Signal.Asked<>(work, reply));
        }
        try {
            return reply.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Problem problem) {
                throw problem;
            }
            throw new IllegalStateException("The session failed", e.getCause());
        }
    }

    // What its process tells: called on the connection's thread.

    @Override
    public void told(String conversation, Happening happening, @Nullable String line)
            throws InterruptedException {
        permits.acquire();
        inbox.add(new Signal.Told(conversation, happening, line));
    }

    @Override
    public void ending(String conversation, Connection.Gone how) {
        inbox.add(new Signal.Ending(conversation, how));
    }

    @Override
    public void gone(String conversation, Connection.Gone how) {
        inbox.add(new Signal.Gone(conversation, how));
    }

    /// There may be a place in the pool for us: called on any thread.
    private void onPlace() {
        synchronized (this) {
            if (!isOver) {
                inbox.add(new Signal.Place());
                return;
            }
        }
        host.pool().passOn();
    }

    // From here on everything is on the session's own thread.

    private void work() {
        try {
            while (!leaves()) {
                var patience = approvals.untilNextTimeout();
                var signal =
                        patience.isPresent()
                                ? inbox.poll(patience.get() + 1, TimeUnit.NANOSECONDS)
                                : inbox.take();
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
            LOG.error("The session {} failed", stored.id(), e);
            detach();
        } finally {
            endWork();
        }
    }

    private void take(Signal signal) throws InterruptedException {
        switch (signal) {
            case Signal.Asked<?> asked -> perform(asked);
            case Signal.Told(var from, var happening, var line) -> {
                permits.release();
                if (from.equals(conversation)) {
                    onTold(happening, line);
                }
            }
            case Signal.Ending(var from, var how) -> {
                if (from.equals(conversation)) {
                    onEnding(how);
                }
            }
            case Signal.Gone(var from, var how) -> {
                if (from.equals(conversation)) {
                    onGone(how);
                }
            }
            case Signal.Place() -> {
                if (waitsForPlace) {
                    waitsForPlace = false;
                    connect();
                } else {
                    host.pool().passOn();
                }
            }
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

    /// A closed session without a process has nothing left to do here.
    private synchronized boolean leaves() {
        if (phase == Phase.COMPLETED && process == null && inbox.isEmpty()) {
            isOver = true;
        }
        return isOver;
    }

    private void endWork() {
        synchronized (this) {
            isOver = true;
        }
        for (var signal = inbox.poll(); signal != null; signal = inbox.poll()) {
            switch (signal) {
                case Signal.Asked<?> asked ->
                        asked.reply()
                                .completeExceptionally(
                                        new Problem(
                                                Problem.Kind.BUSY,
                                                "The session has just ended.",
                                                "Try again."));
                case Signal.Told _ -> permits.release();
                case Signal.Place _ -> host.pool().passOn();
                case Signal.Ending _, Signal.Gone _, Signal.StoreFailed _ -> {}
            }
        }
        permits.release(TOLD); // nobody may wait for us any more
        host.left(this);
    }

    // Prompts and turns

    private String onPrompt(Turn turn, boolean steer) throws InterruptedException {
        if (steer && current != null && currentIsSent) {
            publish(new Event.UserSaid(turn.text(), turn.id()));
            say(new Action.Steer(turn.text()));
            settle(turn.id(), "steered");
            return current.id();
        }
        if (queue.size() >= MOST_QUEUED) {
            settle(turn.id(), "refused");
            throw new Problem(
                    Problem.Kind.BUSY,
                    MOST_QUEUED + " prompts wait in this session already.",
                    "Wait until it has worked on some of them.");
        }
        phase = Phase.OPEN;
        if (stored.title() == null) {
            stored = stored.titled(title(turn.text()));
        }
        if (isBusy() || isDying) {
            queue.add(turn);
            publish(new Event.TurnQueued(turn.id(), turn.text()));
        } else {
            begin(turn);
        }
        return turn.id();
    }

    private static String title(String text) {
        var line = text.strip().lines().findFirst().orElse("");
        return line.length() > 80 ? line.substring(0, 79) + "…" : line;
    }

    private boolean isBusy() {
        return current != null || !agentTurns.isEmpty();
    }

    private void begin(Turn turn) throws InterruptedException {
        current = turn;
        currentIsSent = false;
        currentSaidAt = 0;
        connect();
    }

    /// Says the prompt that is due, once there is somebody to say it to. A dialect keeps it until
    /// the conversation has begun.
    private void send() throws InterruptedException {
        var turn = current;
        if (turn == null || currentIsSent || process == null) {
            return;
        }
        currentIsSent = true;
        if (currentSaidAt == 0) {
            publish(new Event.UserSaid(turn.text(), turn.id()));
            currentSaidAt = journal.sequence();
            settle(turn.id(), "sent");
        }
        say(turn.prompt(preface));
    }

    private boolean onCancel(String turnId) throws InterruptedException {
        var waits = queue.stream().filter(turn -> turn.id().equals(turnId)).findFirst();
        if (waits.isPresent()) {
            queue.remove(waits.get());
            publish(new Event.TurnEnded(turnId, EndReason.INTERRUPTED));
            settle(turnId, "interrupted");
        }
        return waits.isPresent();
    }

    private boolean onInterrupt() throws InterruptedException {
        if (current != null && !currentIsSent) {
            waitsForPlace = false;
            endTurn(current.id(), EndReason.INTERRUPTED);
            return true;
        }
        if (isBusy()) {
            say(new Action.Interrupt());
            return true;
        }
        return false;
    }

    private void endTurn(String turnId, EndReason reason) throws InterruptedException {
        for (var withdrawn : approvals.withdrawAll()) {
            publish(withdrawn);
        }
        publish(new Event.TurnEnded(turnId, reason));
        turnEnded(turnId);
    }

    private void turnEnded(String turnId) throws InterruptedException {
        agentTurns.remove(turnId);
        if (current != null && current.id().equals(turnId)) {
            current = null;
            currentIsSent = false;
            preface = "";
            settle(turnId, "done");
        }
        if (isBusy() || isDying) {
            return;
        }
        var next = queue.poll();
        if (next != null && phase == Phase.OPEN) {
            begin(next);
        } else if (process != null) {
            host.pool().free(stored.id(), process);
        }
    }

    /// Ends everything that runs or waits.
    private void endAll(EndReason reason) throws InterruptedException {
        var waiting = queue.stream().map(Turn::id).toList();
        queue.clear();
        for (var turn : Set.copyOf(agentTurns)) {
            endTurn(turn, reason);
        }
        if (current != null) {
            endTurn(current.id(), reason);
        }
        for (var turn : waiting) {
            publish(new Event.TurnEnded(turn, reason));
            settle(turn, "interrupted");
        }
    }

    // The process

    private void say(Action action) {
        if (process != null) {
            process.connection().say(conversation, action);
        }
    }

    /// Sees to it that there is a process with our conversation, and says what is due.
    private void connect() throws InterruptedException {
        if (process != null && !host.pool().use(stored.id(), process)) {
            forget();
        }
        if (process == null && !waitsForPlace) {
            try {
                join(host.launcher().prepare(profile, stored));
            } catch (Problem problem) {
                fail(problem.message() + " " + problem.remedy(), "not_started");
                return;
            }
        }
        send();
    }

    private void join(Launcher.Ready ready) throws InterruptedException {
        home = ready.home();
        protect();
        var place = host.pool().use(stored.id(), ready.start(), this::onPlace);
        if (place.isEmpty()) {
            waitsForPlace = true;
            publish(
                    Event.Failed.warning(
                            "All processes Parley may keep are busy. This goes on as soon as one of them is not.",
                            "waiting_for_process"));
            return;
        }
        process = place.get();
        isShared = ready.isShared();
        isJoined = false;
        conversation = stored.id() + "/" + ++conversations;
        process.connection().join(conversation, ready.opening(), this);
    }

    /// Some CLIs must be kept from damaging a session that is resumed.
    private void protect() {
        if (home != null) {
            Launcher.protect(profile, home, Optional.ofNullable(stored.nativeId()));
        }
    }

    private void forget() {
        process = null;
        isJoined = false;
        isDying = false;
        conversation = "";
    }

    /// Lets go of the process; one that nobody else can use ends.
    private void detach() {
        var last = process;
        if (last == null) {
            return;
        }
        if (isShared) {
            last.connection().leave(conversation);
            host.pool().free(stored.id(), last);
        } else {
            host.pool().discard(last);
        }
        forget();
    }

    private void onTold(Happening happening, @Nullable String line) throws InterruptedException {
        switch (happening) {
            case Happening.Joined(_, var nativeId, var model) -> onJoined(nativeId, model);
            case Happening.Refused(_, var why, var message) -> onRefused(why, message);
            case Happening.Said(_, var event) -> onSaid(event, line);
            case Happening.Unclaimed(var text, var reason) ->
                    publish(new Event.Unrecognized(text, reason), text);
        }
    }

    private void onJoined(String nativeId, @Nullable String model) throws InterruptedException {
        isJoined = true;
        stored = stored.named(nativeId);
        if (model != null) {
            stored = stored.withModel(stored.model(), model);
        }
        ensureStarted();
        if (!isBusy() && process != null) {
            host.pool().free(stored.id(), process);
        }
    }

    private void onRefused(Happening.Refusal why, String message) throws InterruptedException {
        var lost = stored.nativeId();
        detach();
        if (why == Happening.Refusal.UNKNOWN_SESSION && lost != null) {
            var before = currentSaidAt == 0 ? Long.MAX_VALUE : currentSaidAt;
            preface = EarlierConversation.of(host.database(), stored.id(), before);
            if (!preface.isEmpty()) {
                publish(
                        Event.Failed.warning(
                                "%s does not know its session %s any more. A new one goes on with what was said so far."
                                        .formatted(profile.name(), lost),
                                "session_rebuilt"));
                stored = stored.named(null);
                currentIsSent = false;
                connect();
                return;
            }
        }
        fail(message, why.name().toLowerCase(Locale.ROOT));
    }

    /// It cannot go on by itself. Another prompt tries again.
    private void fail(String message, String code) throws InterruptedException {
        phase = Phase.ERROR;
        waitsForPlace = false;
        publish(Event.Failed.fatal(message, code));
        endAll(EndReason.ERROR);
    }

    private void onEnding(Connection.Gone how) throws InterruptedException {
        isDying = true;
        if (isJoined && isBusy() && !how.wasStopped()) {
            publish(
                    Event.Failed.warning(
                            "%s ended unexpectedly (exit code %d). The session goes on with the next prompt."
                                    .formatted(profile.name(), how.exitCode()),
                            "process_ended"));
        }
    }

    private void onGone(Connection.Gone how) throws InterruptedException {
        var wasJoined = isJoined;
        forget();
        protect();
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
        var reason = how.wasStopped() ? EndReason.INTERRUPTED : EndReason.ERROR;
        for (var turn : Set.copyOf(agentTurns)) {
            endTurn(turn, reason);
        }
        if (current != null) {
            endTurn(current.id(), reason);
        } else {
            turnEnded(""); // what is queued goes on, on a new process
        }
    }

    // What the agent says

    private void onSaid(Event event, @Nullable String line) throws InterruptedException {
        switch (event) {
            case Event.SessionStarted started -> onStarted(started, line);
            case Event.TurnStarted(var turn, var origin) -> {
                if (origin == TurnOrigin.AGENT) {
                    agentTurns.add(turn);
                    if (process != null) {
                        var _ = host.pool().use(stored.id(), process);
                    }
                }
                publish(event, line);
            }
            case Event.TurnEnded(var turn, _) -> {
                for (var withdrawn : approvals.withdrawAll()) {
                    publish(withdrawn);
                }
                publish(event, line);
                turnEnded(turn);
            }
            case Event.ApprovalRequested question -> {
                publish(event, line);
                var known = approvals.asked(question, profile, stored.cwd());
                if (known.isPresent()) {
                    answer(known.get());
                }
            }
            case Event.ApprovalAnswered answered -> {
                if (approvals.close(answered.requestId())) {
                    publish(event, line);
                }
            }
            case Event.SessionChanged changed -> {
                onChanged(changed);
                publish(event, line);
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
                    publish(event, line);
        }
    }

    /// Told once; a process that goes on with the session tells it again.
    private void onStarted(Event.SessionStarted started, @Nullable String line)
            throws InterruptedException {
        if (started.model() != null) {
            stored = stored.withModel(stored.model(), started.model());
        }
        if (!hasStarted) {
            hasStarted = true;
            journal.append(completed(started), stored.nativeId(), line);
        }
    }

    private Event.SessionStarted completed(Event.SessionStarted started) {
        return new Event.SessionStarted(
                started.cwd() == null ? stored.cwd().toString() : started.cwd(),
                started.model() == null ? shownModel() : started.model(),
                started.version(),
                started.tools(),
                started.gitBranch());
    }

    private @Nullable String shownModel() {
        return stored.shownModel() == null ? stored.model() : stored.shownModel();
    }

    private void onChanged(Event.SessionChanged changed) {
        if (changed.model() != null) {
            var told = askedModel == null ? stored.model() : askedModel;
            askedModel = null;
            stored = stored.withModel(told, changed.model());
        }
        if (changed.title() != null) {
            stored = stored.titled(changed.title());
        }
        for (var mode : Permission.values()) {
            if (mode.wireName().equals(changed.permission())) {
                stored = stored.with(mode);
            }
        }
    }

    private void answer(OpenApprovals.Answer answer) throws InterruptedException {
        publish(answer.event());
        var verdict = answer.verdict();
        say(
                new Action.Decide(
                        answer.question().requestId(),
                        verdict.decision(),
                        verdict.reason(),
                        verdict.input()));
    }

    // Switching and ending

    /// The provider confirms it; without a process it is simply what the next one starts with.
    private String onSwitchModel(String model) throws InterruptedException {
        if (isJoined) {
            askedModel = model;
            say(new Action.SwitchModel(model));
        } else {
            stored = stored.withModel(model, null);
            publish(new Event.SessionChanged(model, null, null));
        }
        return model;
    }

    private String onSwitchMode(Permission permission, Map<String, String> settings)
            throws InterruptedException {
        if (isJoined) {
            say(new Action.SwitchMode(permission.wireName(), settings));
        } else {
            stored = stored.with(permission);
            publish(new Event.SessionChanged(null, permission.wireName(), null));
        }
        return permission.wireName();
    }

    private String onClose() throws InterruptedException {
        if (phase == Phase.COMPLETED) {
            return "";
        }
        phase = Phase.COMPLETED;
        waitsForPlace = false;
        // A process of its own that has nothing to do stays warm, should the session be resumed.
        if (isShared || isBusy() || !isJoined) {
            detach();
        }
        endAll(EndReason.INTERRUPTED);
        publish(new Event.SessionEnded(EndReason.COMPLETED, null));
        return "";
    }

    private String onShutDown() throws InterruptedException {
        var wasBusy = isBusy() || !queue.isEmpty();
        isLeaving = true;
        detach();
        endAll(EndReason.INTERRUPTED);
        if (wasBusy) {
            phase = Phase.INTERRUPTED;
        }
        synchronized (this) {
            isOver = true;
        }
        return "";
    }

    /// What cannot be stored is not shown; going on would lose it.
    private void onStoreFailed(Problem problem) {
        LOG.error("The session {} cannot be stored", stored.id(), problem);
        phase = Phase.ERROR;
        detach();
        queue.clear();
        agentTurns.clear();
        current = null;
        var _ = approvals.withdrawAll();
    }

    // The record

    private void ensureStarted() throws InterruptedException {
        if (!hasStarted) {
            hasStarted = true;
            journal.append(completed(Event.SessionStarted.in(null, null)), stored.nativeId(), null);
        }
    }

    private void publish(Event event) throws InterruptedException {
        publish(event, null);
    }

    private void publish(Event event, @Nullable String line) throws InterruptedException {
        ensureStarted();
        journal.append(event, stored.nativeId(), line);
    }

    private void settle(String turnId, String state) throws InterruptedException {
        var id = stored.id();
        host.store(store -> SessionRows.settle(store, id, turnId, state));
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
        if (isBusy() || !queue.isEmpty()) {
            return isJoined ? SessionState.RUNNING : SessionState.STARTING;
        }
        return process != null && !isJoined ? SessionState.STARTING : SessionState.IDLE;
    }

    /// Brings the store and the lists up to date, when something changed.
    private void save() throws InterruptedException {
        var turn =
                current != null
                        ? current.id()
                        : agentTurns.isEmpty() ? null : agentTurns.iterator().next();
        var state = state();
        var isWarm = process != null && isJoined;
        var known = entry;
        if (stored.equals(known.session())
                && stored.state() == state
                && Objects.equals(stored.turnId(), turn)
                && known.queued() == queue.size()
                && known.approvals() == approvals.count()
                && known.isWarm() == isWarm
                && !isLeaving) {
            return; // as after most events
        }
        var isMine = (phase == Phase.OPEN || phase == Phase.ERROR) && !isLeaving;
        stored =
                stored.in(state, turn)
                        .ownedBy(isMine ? host.owner() : null)
                        .at(host.clock().instant());
        entry = new Entry(stored, queue.size(), approvals.count(), isWarm);
        host.changed(stored, this::info);
    }
}
