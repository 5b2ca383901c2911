package dev.parley.session;

import dev.parley.event.Event;
import dev.parley.model.ModelCatalog;
import dev.parley.problem.Problem;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.LiveCapability;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.Permission;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.store.Database;
import dev.parley.store.Statements;
import dev.parley.wire.LiveDialect;

import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/// The front desk of live sessions: start, resume, list, ask, follow. The only thing doors call.
/// Everything asked here is a `Problem` when it makes no sense, before anything happens.
/// Thread-safe; calls may wait for the store, so they belong on virtual threads.
public final class Sessions implements AutoCloseable {
    /// What live sessions need of the rest of the program.
    ///
    /// @param dialects a fresh dialect for one connection
    public record Needs(
            Database database,
            Supervisor supervisor,
            Providers providers,
            ModelCatalog models,
            Installations installations,
            ProviderEnvironment environments,
            Function<ProviderProfile.Live, LiveDialect> dialects,
            Clock clock) {}

    /// How many events may wait for a follower before it is cut off.
    private static final int FOLLOWER_CAPACITY = 4096;

    private final Needs needs;
    private final SessionHost host;
    private final Map<SessionId, Session> open = new ConcurrentHashMap<>();
    private final Map<SessionId, Followers> followers = new ConcurrentHashMap<>();
    // Guarded by this.
    private boolean isRecovered;

    /// Opens nothing yet: neither the store nor a process.
    public Sessions(Needs needs, LiveSettings settings, ApprovalRules rules) {
        this(needs, settings, rules, Owner.self());
    }

    /// @param self who we are to other Parley processes
    Sessions(Needs needs, LiveSettings settings, ApprovalRules rules, Owner self) {
        this.needs = needs;
        host =
                new SessionHost(
                        needs.database(),
                        needs.clock(),
                        self,
                        new Pool(needs.supervisor(), settings.idle(), settings.maxProcesses()),
                        new Launcher(needs.installations(), needs.environments(), needs.dialects()),
                        new Approvals(),
                        rules,
                        settings,
                        new Listeners<>(),
                        new LiveKeys(needs.database(), self, needs.clock()),
                        session -> open.remove(session.info().id(), session));
    }

    /// Starts a session, or opens one again, and returns at once: its state is `starting` until the
    /// CLI is there, and a prompt that came along is on its way. What goes wrong from here on is
    /// told by events.
    public SessionInfo start(NewSession request) throws InterruptedException {
        recover();
        Optional.ofNullable(request.prompt()).ifPresent(Sessions::checked);
        var id =
                request.resume() != null && SessionId.isOne(request.resume())
                        ? SessionId.of(request.resume())
                        : create(request);
        var prompt = request.prompt();
        if (prompt == null) {
            on(
                    id,
                    session -> {
                        session.open();
                        return "";
                    });
        } else {
            prompt(id, prompt);
        }
        return info(id);
    }

    private SessionId create(NewSession request) throws InterruptedException {
        var said = new Wanted.Words(request.provider(), request.model(), request.resume());
        var wanted = Wanted.of(said, needs.providers(), needs.models());
        var profile = needs.installations().locate(wanted.profile()).orMissing().profile();
        var now = needs.clock().instant();
        var fresh =
                new StoredSession(
                        SessionId.random(),
                        profile.id(),
                        Wanted.directory(request.cwd()),
                        request.system(),
                        Wanted.directories(request.directories()),
                        request.home() == null ? null : Wanted.home(request.home()),
                        now,
                        wanted.resume().orElse(null),
                        SessionState.STARTING,
                        wanted.model().orElse(null),
                        null,
                        request.permission() == null ? Permission.ASK : request.permission(),
                        null,
                        null,
                        host.owner(),
                        now);
        // Says what the provider cannot do.
        var _ = LiveInvocation.of(profile, fresh.request());
        return needs.database()
                .write(store -> {
                    if (fresh.nativeId() != null) {
                        var known =
                                Claims.free(
                                        store, host.owner(), fresh.provider(), fresh.nativeId());
                        if (known.isPresent()) {
                            reopen(store, known.get(), fresh);
                            return known.get().id();
                        }
                    }
                    SessionRows.insert(store, fresh);
                    return fresh.id();
                });
    }

    /// The same conversation goes on under the same id, as it is wanted now. A new time tells a
    /// process that is still warm that it was started for something else.
    private static void reopen(Statements store, StoredSession known, StoredSession wanted)
            throws SQLException {
        var model = wanted.model() == null ? known.model() : wanted.model();
        if (known.permission() != wanted.permission() || !Objects.equals(model, known.model())) {
            SessionRows.update(
                    store,
                    known.with(wanted.permission()).withModel(model, null).at(wanted.updatedAt()));
        }
    }

    /// The newest sessions first, open or not, of this Parley and of others with the same store.
    public List<SessionInfo> list(int limit) throws InterruptedException {
        if (!needs.database().exists()) {
            return List.of();
        }
        recover();
        List<SessionRows.Listed> rows =
                needs.database().read(store -> SessionRows.newest(store, limit));
        if (rows.stream().anyMatch(row -> row.session().isAbandoned(host.owner()))) {
            recoverNow();
            rows = needs.database().read(store -> SessionRows.newest(store, limit));
        }
        return rows.stream().map(this::info).toList();
    }

    public SessionInfo info(SessionId id) throws InterruptedException {
        recover();
        var here = open.get(id);
        if (here != null) {
            return here.info();
        }
        Optional<SessionRows.Listed> found =
                needs.database().read(store -> SessionRows.findListed(store, id));
        return info(found.orElseThrow(() -> Claims.unknown(id)));
    }

    private SessionInfo info(SessionRows.Listed listed) {
        var here = open.get(listed.session().id());
        if (here != null) {
            return here.info();
        }
        var profile = needs.providers().find(listed.session().provider());
        return host.describe(listed.session(), profile, 0, 0, listed.lastSequence(), false);
    }

    /// Says the next thing. It is in the store when this returns. While a turn runs it is queued
    /// (`turn.queued` tells) or, if it asks for that, said into the running turn.
    ///
    /// @return the id of its turn; of the running one when it was said into that
    public String prompt(SessionId id, NewPrompt prompt) throws InterruptedException {
        recover();
        checked(prompt);
        var turn = new Turn(Turn.newId(), String.valueOf(prompt.text()), prompt.images());
        require(id, !prompt.images().isEmpty(), LiveCapability.IMAGES, "pictures");
        require(id, prompt.steer(), LiveCapability.STEER, "a word into a running turn");
        needs.database()
                .write(store -> {
                    Claims.claim(store, host.owner(), id);
                    SessionRows.accept(store, id, turn, needs.clock().instant());
                    return "";
                });
        return on(id, session -> session.prompt(turn, prompt.steer()));
    }

    private static void checked(NewPrompt prompt) {
        var text = prompt.text();
        if ((text == null || text.isBlank()) && prompt.images().isEmpty()) {
            throw Problem.invalid("The prompt is empty.", "Say what the agent is to do.");
        }
        for (var image : prompt.images()) {
            if (image.mediaType() == null
                    || !image.mediaType().startsWith("image/")
                    || image.data() == null
                    || image.data().isEmpty()) {
                throw Problem.invalid(
                        "A picture of the prompt is not one.",
                        "Give its mediaType, such as image/png, and its data in base 64.");
            }
        }
    }

    private void require(SessionId id, boolean isWanted, LiveCapability needed, String what)
            throws InterruptedException {
        if (isWanted && !info(id).can(needed)) {
            throw Problem.invalid(
                    info(id).provider() + " does not take " + what + " in a live session.",
                    "Leave that out.");
        }
    }

    /// Takes a queued prompt back.
    ///
    /// @return whether it was still waiting
    public boolean cancel(SessionId id, String turnId) throws InterruptedException {
        return isHere(id) && on(id, session -> session.cancel(turnId));
    }

    /// Ends the turn that runs; the session and what is queued go on.
    ///
    /// @return whether there was one
    public boolean interrupt(SessionId id) throws InterruptedException {
        if (!isHere(id)) {
            return false;
        }
        require(id, true, LiveCapability.INTERRUPT, "an interruption");
        return on(id, Session::interrupt);
    }

    /// Answers a question of an agent. A question that is answered already, or that the agent took
    /// back, is a `NOT_FOUND`.
    public void decide(SessionId id, String requestId, Verdict verdict)
            throws InterruptedException {
        if (!isHere(id)) {
            throw Problem.notFound(
                    "Nothing waits for an answer in session " + id + ".",
                    "It was answered already, or the agent took it back.");
        }
        on(
                id,
                session -> {
                    session.decide(requestId, verdict);
                    return "";
                });
    }

    /// From the next turn on, another model answers.
    public void switchModel(SessionId id, String model) throws InterruptedException {
        require(id, true, LiveCapability.MODEL_SWITCH, "another model");
        var profile = needs.providers().named(info(id).provider());
        var told =
                Wanted.told(needs.models(), profile, model)
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "\"" + model + "\" leaves the model to the provider.",
                                        "Name a model."));
        on(
                id,
                session -> {
                    session.switchModel(told);
                    return "";
                });
    }

    public void switchMode(SessionId id, Permission permission) throws InterruptedException {
        require(id, true, LiveCapability.MODE_SWITCH, "another permission mode");
        on(
                id,
                session -> {
                    session.switchMode(permission);
                    return "";
                });
    }

    /// Ends a session: a running turn is interrupted, what is queued is dropped. It can be opened
    /// again with [NewSession#resuming]; until its process is needed elsewhere it stays warm.
    public void close(SessionId id) throws InterruptedException {
        if (info(id).state() != SessionState.COMPLETED) {
            on(
                    id,
                    session -> {
                        session.close();
                        return "";
                    });
        }
    }

    /// Everything after a number (0: from the beginning), then everything that happens. Works for
    /// sessions of other Parleys too.
    public EventStream follow(SessionId id, long after) throws InterruptedException {
        var _ = info(id);
        return followersOf(id).follow(after, FOLLOWER_CAPACITY);
    }

    /// A page of what happened.
    public List<Recorded> events(SessionId id, long after, int limit) throws InterruptedException {
        var _ = info(id);
        return needs.database().read(store -> SessionRows.after(store, id, after, limit));
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
        var prompt = request.prompt();
        if (prompt == null) {
            throw Problem.invalid("The prompt is empty.", "Say what the agent is to do.");
        }
        var session = start(request.saying(null));
        try (var events = follow(session.id(), session.lastSequence())) {
            var turnId = prompt(session.id(), prompt);
            try {
                for (var next = events.next(); next.isPresent(); next = events.next()) {
                    sink.accept(next.get());
                    if (next.get().envelope().event() instanceof Event.TurnEnded(var ended, _)
                            && ended.equals(turnId)) {
                        break;
                    }
                }
            } catch (InterruptedException | RuntimeException e) {
                stopQuietly(session.id());
                throw e;
            }
        }
        return info(session.id());
    }

    /// Also on a thread that was interrupted: the agent must not go on for nobody.
    private void stopQuietly(SessionId id) {
        Thread.startVirtualThread(() -> {
            try {
                var _ = interrupt(id);
            } catch (Problem _) {
                // it ended by itself
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    public Approvals approvals() {
        return host.approvals();
    }

    public Coordinator coordinator() {
        return host.keys();
    }

    /// Tells of every session of this Parley whose entry in the list changed. The listener must not
    /// wait.
    public Subscription onChange(Consumer<SessionInfo> listener) {
        return host.entries().add(listener);
    }

    /// Ends all turns and processes. Sessions stay in the store and can be resumed.
    @Override
    public void close() {
        var ends = new ArrayList<Thread>();
        for (var session : open.values()) {
            ends.add(Thread.startVirtualThread(() -> shutDown(session)));
        }
        try {
            for (var end : ends) {
                end.join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        host.pool().close();
        followers.values().forEach(Followers::shutDown);
    }

    private static void shutDown(Session session) {
        try {
            session.shutDown();
        } catch (SessionInbox.Over | Problem _) {
            // gone already
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    // Which sessions are in memory

    private interface Errand<T> {
        T run(Session session) throws InterruptedException, SessionInbox.Over;
    }

    /// Does something with a session, which is taken from the store if it is not in memory. It may
    /// leave just when it is asked: then once more.
    private <T> T on(SessionId id, Errand<T> errand) throws InterruptedException {
        while (true) {
            try {
                return errand.run(opened(id));
            } catch (SessionInbox.Over _) {
                Thread.sleep(1); // until it has left
            }
        }
    }

    private boolean isHere(SessionId id) throws InterruptedException {
        var _ = info(id);
        return open.containsKey(id);
    }

    private Session opened(SessionId id) throws InterruptedException, SessionInbox.Over {
        recover();
        var here = open.get(id);
        if (here != null && here.info().state() != SessionState.COMPLETED) {
            return here;
        }
        var before = here == null ? null : here.updatedAt();
        StoredSession claimed =
                needs.database().write(store -> Claims.claim(store, host.owner(), id));
        if (here != null) {
            if (!claimed.updatedAt().equals(before)) {
                here.forgetProcess(claimed);
            }
            return here;
        }
        var profile = needs.providers().named(claimed.provider());
        var installed = needs.installations().locate(profile).profile();
        var _ = LiveInvocation.live(installed);
        long last = needs.database().read(store -> SessionRows.lastSequence(store, id));
        synchronized (this) {
            var other = open.get(id);
            if (other != null) {
                return other;
            }
            var session = new Session(host, installed, claimed, followersOf(id), last);
            open.put(id, session);
            session.begin();
            return session;
        }
    }

    private Followers followersOf(SessionId id) {
        return followers.computeIfAbsent(
                id,
                _ ->
                        new Followers(
                                (after, limit) ->
                                        needs.database()
                                                .read(store ->
                                                        SessionRows.after(store, id, after, limit)),
                                () -> !open.containsKey(id)));
    }

    private synchronized void recover() throws InterruptedException {
        if (!isRecovered) {
            recoverNow();
            isRecovered = true;
        }
    }

    private void recoverNow() throws InterruptedException {
        needs.database()
                .write(store -> {
                    Recovery.run(store, host.owner(), needs.clock().instant());
                    return "";
                });
    }
}
