package dev.parley.session;

import dev.parley.api.Accepted;
import dev.parley.api.LiveCapability;
import dev.parley.api.LoggedEvent;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.api.Subscription;
import dev.parley.api.Unfinished;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Offer;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.session.approval.ApprovalRules;
import dev.parley.session.approval.Approvals;
import dev.parley.session.log.EventStream;
import dev.parley.session.log.Listeners;
import dev.parley.session.pool.ProcessPool;
import dev.parley.store.OwnershipRules;
import dev.parley.store.SessionStore;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// All live sessions: start, resume, list, ask, follow. What is asked here and makes no sense is a
/// `Problem` before anything happens. Thread-safe; calls may wait for the store, so they belong on
/// virtual threads.
public final class Sessions implements AutoCloseable {
    /// How many events may wait for a follower before it is cut off.
    private static final int FOLLOWER_CAPACITY = 4096;

    private final SessionNeeds needs;
    private final SessionHost host;
    private final SessionOwnership ownership;
    private final SessionAdmission admission;
    private final OpenSessions open;

    /// Those that a program asks turn by turn, until they are closed.
    private final Set<SessionId> driven = ConcurrentHashMap.newKeySet();

    public Sessions(SessionNeeds needs, LiveSettings settings, ApprovalRules rules) {
        this(needs, () -> settings, rules);
    }

    /// Opens nothing yet: neither the store nor a process.
    ///
    /// @param settings as they are now
    public Sessions(SessionNeeds needs, Supplier<LiveSettings> settings, ApprovalRules rules) {
        this.needs = needs;
        host =
                new SessionHost(
                        needs.store(),
                        needs.clock(),
                        new ProcessPool(
                                needs.supervisor(),
                                () -> settings.get().idle(),
                                () -> settings.get().maxProcesses()),
                        new Launcher(
                                needs.installations(),
                                needs.environments(),
                                needs.dialects(),
                                needs.tools()),
                        new Approvals(),
                        rules,
                        needs.tools(),
                        needs.notes(),
                        needs.watch(),
                        settings,
                        new Listeners<>(),
                        new LiveSessionIndex(
                                needs.store(), needs.writers(), needs.rooms(), needs.clock()),
                        needs.rooms(),
                        this::left);
        ownership = new SessionOwnership(needs.store(), needs.isInTerminal(), needs.writers());
        admission = new SessionAdmission(needs, ownership);
        open = new OpenSessions(needs, host, ownership);
    }

    private void left(Session session) {
        open.left(session);
    }

    /// Starts a session, or opens one again, and returns at once: its state is `starting` until the
    /// CLI is there, and a prompt that came along is on its way. What goes wrong from here on is
    /// reported by events.
    public SessionInfo start(NewSession request) throws InterruptedException {
        return start(request, Lent.NOTHING, _ -> {});
    }

    /// @param own lent to the session before its process starts
    /// @param begun told of the session before its process starts: who is interrupted from then on
    ///   knows what to close
    SessionInfo start(NewSession request, Lent own, Consumer<SessionId> begun)
            throws InterruptedException {
        open.recover();
        var prompt = request.prompt();
        var first = prompt == null ? null : SessionAdmission.turn(prompt);
        var id = admission.enter(request, first);
        own.room().ifPresent(room -> needs.rooms().add(id, room));
        begun.accept(id);
        if (!own.equals(Lent.NOTHING)) {
            needs.tools().lend(id, own);
        }
        if (first == null) {
            open.order(id, Session::open);
        } else {
            open.on(id, session -> session.prompt(first, false));
        }
        return info(id);
    }

    /// The newest sessions first, open or not, of this Parley and of others with the same store.
    public List<SessionInfo> list(int limit) throws InterruptedException {
        if (!needs.store().exists()) {
            return List.of();
        }
        open.recover();
        var rows = needs.store().newest(limit);
        if (rows.stream().anyMatch(row -> row.session().isAbandoned(host.owner()))) {
            open.recoverNow();
            rows = needs.store().newest(limit);
        }
        return rows.stream().map(this::info).toList();
    }

    public SessionInfo info(SessionId id) throws InterruptedException {
        open.recover();
        var here = open.find(id);
        if (here.isPresent()) {
            return here.get().info();
        }
        return info(stored(id));
    }

    private SessionStore.Listed stored(SessionId id) throws InterruptedException {
        return needs.store().find(id).orElseThrow(() -> OwnershipRules.unknown(id));
    }

    private SessionInfo info(SessionStore.Listed listed) {
        var here = open.find(listed.session().id());
        if (here.isPresent()) {
            return here.get().info();
        }
        var profile = needs.providers().find(listed.session().provider());
        return host.describe(listed.session(), profile, 0, 0, listed.lastSequence(), false);
    }

    /// Has a session do something. A prompt is in the store when this returns.
    public Accepted ask(SessionId id, Action action) throws InterruptedException {
        switch (action) {
            case Action.Prompt prompt -> {
                return Accepted.as(prompt(id, prompt, false));
            }
            case Action.Steer(var prompt) -> {
                return Accepted.as(prompt(id, prompt, true));
            }
            case Action.Cancel(var turnId) -> {
                return Accepted.having(cancel(id, turnId));
            }
            case Action.Interrupt() -> {
                return Accepted.having(interrupt(id));
            }
            case Action.Decide decide -> decide(id, decide);
            case Action.SwitchModel(var model) -> switchModel(id, model);
            case Action.SwitchMode(var mode, _) -> switchMode(id, mode);
            case Action.Close() -> close(id);
        }
        return Accepted.PLAINLY;
    }

    /// Says the next thing. While a turn runs it is queued, which `turn.queued` reports, or said
    /// into the running turn.
    ///
    /// @return the id of its turn; of the running one when it was said into that
    String prompt(SessionId id, Action.Prompt prompt, boolean steer) throws InterruptedException {
        open.recover();
        var turn = SessionAdmission.turn(prompt);
        require(id, !prompt.images().isEmpty(), LiveCapability.IMAGES, "pictures");
        require(id, steer, LiveCapability.STEER, "a word into a running turn");
        ownership.accept(id, turn, needs.clock().instant());
        return open.on(id, session -> session.prompt(turn, steer));
    }

    private void require(SessionId id, boolean isWanted, LiveCapability needed, String what)
            throws InterruptedException {
        if (isWanted && !info(id).can(needed)) {
            throw SessionAdmission.unable(info(id).provider(), needed, what);
        }
    }

    /// Takes a queued prompt back.
    ///
    /// @return whether it was still waiting
    boolean cancel(SessionId id, String turnId) throws InterruptedException {
        return isHere(id) && open.on(id, session -> session.cancel(turnId));
    }

    /// Ends the turn that runs; the session and what is queued go on.
    ///
    /// @return whether there was one
    boolean interrupt(SessionId id) throws InterruptedException {
        if (!isHere(id) || !info(id).state().isOpen()) {
            return false;
        }
        require(id, true, LiveCapability.INTERRUPT, "an interruption");
        return open.on(id, Session::interrupt);
    }

    /// Answers a question of an agent. A question that is answered already, or that the agent took
    /// back, is a `NOT_FOUND`.
    private void decide(SessionId id, Action.Decide decide) throws InterruptedException {
        if (host.approvals().answer(id, decide)) {
            return;
        }
        if (!isHere(id)) {
            throw Problem.notFound(
                    "Nothing waits for an answer in session " + id + ".",
                    "It was answered already, or the agent took it back.");
        }
        open.order(id, session -> session.decide(decide));
    }

    /// From the next turn on, another model answers.
    void switchModel(SessionId id, String model) throws InterruptedException {
        require(id, true, LiveCapability.MODEL_SWITCH, "another model");
        var told = admission.model(info(id).provider(), model);
        open.order(id, session -> session.switchModel(told));
    }

    void switchMode(SessionId id, Permission permission) throws InterruptedException {
        require(id, true, LiveCapability.MODE_SWITCH, "another permission mode");
        open.order(id, session -> session.switchMode(permission));
    }

    /// Ends a session: a running turn is interrupted, what is queued is dropped. When this returns
    /// its native session is free, so that the CLI itself can go on with it; the process ends where
    /// it had no other session. It can be opened again with [NewSession#resuming].
    void close(SessionId id) throws InterruptedException {
        if (info(id).state() != SessionState.COMPLETED) {
            open.order(id, Session::close);
        }
        needs.tools().takeBack(id);
        driven.remove(id);
    }

    /// Closes a session that goes on elsewhere, and takes back what it has not done.
    public Unfinished leave(SessionId id) throws InterruptedException {
        var asked = SessionAdmission.again(stored(id).session());
        var isOpen = info(id).state() != SessionState.COMPLETED && isHere(id);
        var left = isOpen ? open.on(id, Session::takeBack) : Turns.Left.NOTHING;
        close(id);
        return left.of(asked);
    }

    /// Whether a program asks it turn by turn, and would miss it if it went on elsewhere.
    public boolean worksForAProgram(SessionId id) {
        return driven.contains(id);
    }

    /// Everything after a number (0: from the beginning), then everything that happens. Works for
    /// sessions of other Parleys too.
    public EventStream follow(SessionId id, long after) throws InterruptedException {
        var _ = info(id);
        return open.followersOf(id).follow(after, FOLLOWER_CAPACITY);
    }

    /// A page of what happened.
    public List<LoggedEvent> events(SessionId id, long after, int limit)
            throws InterruptedException {
        var _ = info(id);
        return needs.store().after(id, after, limit);
    }

    /// What happened before an event, the newest first.
    public List<LoggedEvent> eventsBefore(SessionId id, long sequence, int limit)
            throws InterruptedException {
        return needs.store().before(id, sequence, limit);
    }

    /// What was said in a session, framed for an agent that goes on with it elsewhere.
    ///
    /// @param before the number of the first event that does not count
    /// @return empty when nothing was said
    public String earlier(SessionId id, long before) throws InterruptedException {
        var _ = info(id);
        return EarlierConversation.of(needs.store(), id, before);
    }

    /// What agents asked permission for, the newest first.
    public List<LoggedEvent> questions(int limit) throws InterruptedException {
        return needs.store().ofType("approval.request", limit);
    }

    /// What the CLI of a session told of itself, as long as it is open here.
    public Offer offer(SessionId id) {
        return open.find(id).map(Session::offer).orElse(Offer.NOTHING);
    }

    /// Runs one turn and hands its events to `sink` as they are stored, the turn's end last; for
    /// doors that answer one request with one answer. Without `resume` it is a new conversation, on
    /// a process that is warm already where there is one. Interrupting the calling thread, or a
    /// sink that throws, interrupts the turn. The session stays open for a next turn until it is
    /// closed.
    ///
    /// @return the session after the turn
    public SessionInfo turn(NewSession request, Consumer<LoggedEvent> sink)
            throws InterruptedException {
        return turn(request, Lent.NOTHING, sink);
    }

    /// The same with what the session alone has, until it is closed. A process that is up keeps
    /// what it was started with: whoever resumes a session lends it tools of the same names.
    public SessionInfo turn(NewSession request, Lent own, Consumer<LoggedEvent> sink)
            throws InterruptedException {
        return turn(request, own, _ -> {}, sink);
    }

    /// @param begun told of the session before its process starts
    public SessionInfo turn(
            NewSession request, Lent own, Consumer<SessionId> begun, Consumer<LoggedEvent> sink)
            throws InterruptedException {
        return new AttendedTurn(this, open)
                .run(
                        request,
                        own,
                        id -> {
                            driven.add(id);
                            begun.accept(id);
                        },
                        sink);
    }

    /// When a question that nobody answers is refused; zero is never.
    public Duration approvalTimeout() {
        return host.settings().approvalTimeout();
    }

    /// How many processes are warm at most.
    public int maxProcesses() {
        return host.settings().maxProcesses();
    }

    public Approvals approvals() {
        return host.approvals();
    }

    /// Whether a native session is live, here or in another Parley, or was until just now.
    public boolean isLive(String provider, String nativeId) {
        return host.liveSessions().isLive(new SessionKey(provider, nativeId));
    }

    /// Reports every session of this Parley whose entry in the list changed. The listener must not
    /// wait.
    public Subscription onChange(Consumer<SessionInfo> listener) {
        return host.entries().add(listener);
    }

    /// Ends all turns and processes. Sessions stay in the store and can be resumed.
    @Override
    public void close() {
        open.close();
    }

    /// A turn of another Parley is not for us to end, and not over either.
    private boolean isHere(SessionId id) throws InterruptedException {
        if (open.find(id).isPresent()) {
            return true;
        }
        open.recover();
        new OwnershipRules(host.owner()).checkNotElsewhere(stored(id).session());
        return false;
    }
}
