package dev.parley.work.chain;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.api.ChainLink;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.store.ChainStore;
import dev.parley.store.SessionRow;

import org.slf4j.LoggerFactory;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Keeps agents that ask agents within bounds. Each agent at work has a pass, a secret that only
/// its own processes know; whoever comes with one is measured by the agent it belongs to.
/// Thread-safe.
public final class Chains {
    /// The variable in which an agent's processes have their pass.
    public static final String VARIABLE = "PARLEY_PASS";

    private static final Duration KEPT = Duration.ofDays(90);
    private static final Duration FORGET_EVERY = Duration.ofHours(1);
    private static final int MOST_SEATS = 10_000;
    private static final String SESSION = "session ";
    private static final SecureRandom RANDOM = new SecureRandom();

    /// Knows a session of a person's.
    @FunctionalInterface
    public interface SessionLookup {
        /// @throws Problem when there is none
        SessionInfo of(SessionId id) throws InterruptedException;
    }

    private final ChainStore store;
    private final ChainLimits limits;
    private final SessionLookup sessions;
    private final Clock clock;
    private final String adviser = secret();
    private volatile Instant forgetAgain = Instant.EPOCH;

    /// The passes of those that may come back; a process that is warm keeps the one it was started
    /// with. Guarded by itself.
    private final Map<String, String> seats =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                    return size() > MOST_SEATS;
                }
            };

    public Chains(ChainStore store, ChainLimits limits, SessionLookup sessions, Clock clock) {
        this.store = store;
        this.limits = limits;
        this.sessions = sessions;
        this.clock = clock;
    }

    public ChainLimits limits() {
        return limits;
    }

    /// Begins a piece of work for somebody.
    ///
    /// @param caller the agent that wants it; a person or their program without it
    /// @param wanted what the new agent is to be permitted
    /// @param seat the place that keeps its pass, such as a conversation
    /// @throws Problem with words for the model of the caller when it may not
    public ChainRun begin(
            Optional<ChainLink> caller, Permission wanted, String seat, String who, String model)
            throws InterruptedException {
        var chain = caller.map(ChainLink::chain).orElseGet(() -> UUID.randomUUID().toString());
        if (caller.isPresent()) {
            check(caller.get(), wanted, model);
        }
        var now = clock.instant();
        forgetOld(now);
        var pass = pass(seat);
        var depth = caller.map(ChainLink::depth).orElse(0) + 1;
        var link = new ChainLink(hash(pass), chain, depth, wanted, who);
        var run = UUID.randomUUID().toString();
        store.begin(link, run, model, now);
        return new ChainRun(store, clock, link, pass, run);
    }

    private void check(ChainLink caller, Permission wanted, String model)
            throws InterruptedException {
        if (caller.depth() >= limits.depth()) {
            throw refusal(
                    "ChainTooDeep: you were asked by another agent, and agents may ask agents only "
                            + limits.depth()
                            + " deep. Nobody was started.",
                    "Do this part yourself, or say in your answer what is left to do. Do not try"
                            + " again: the answer will be the same.");
        }
        if (wanted.exceeds(caller.permission())) {
            throw refusal(
                    "PermissionExceeded: you work with the permission \"%s\", so an agent that works for you cannot have \"%s\"."
                            .formatted(caller.permission().wireName(), wanted.wireName()),
                    "Ask again with the permission \"" + caller.permission().wireName() + "\".");
        }
        checkRoom(caller, model);
    }

    private void checkRoom(ChainLink caller, String model) throws InterruptedException {
        var spent = store.ofChain(caller.chain());
        if (spent.runs() >= limits.descendants()) {
            throw refusal(
                    "ChainTooLong: %d pieces of work were begun for the same request, and more are not allowed."
                            .formatted(spent.runs()),
                    "Do this part yourself, or say in your answer what is left to do.");
        }
        if (limits.cost().filter(most -> spent.usd() >= most).isPresent()) {
            throw refusal(
                    "ChainTooExpensive: the work for this request has cost %.2f US dollars already, and %s would cost more; %.2f are allowed."
                            .formatted(spent.usd(), model, limits.cost().orElseThrow()),
                    "Do this part yourself, or say in your answer what is left to do.");
        }
    }

    private void forgetOld(Instant now) throws InterruptedException {
        if (now.isAfter(forgetAgain)) {
            forgetAgain = now.plus(FORGET_EVERY);
            store.forget(now.minus(KEPT));
        }
    }

    private static Problem refusal(String message, String remedy) {
        return new Problem(Problem.Kind.INVALID_REQUEST, message, remedy);
    }

    /// What an agent may have that its caller says nothing about.
    public static Permission usual(Optional<ChainLink> caller) {
        return caller.map(ChainLink::permission)
                .filter(Permission.ASK::exceeds)
                .orElse(Permission.ASK);
    }

    /// Whether an agent could ask another one.
    public boolean mayAsk(ChainLink link) {
        return link.depth() < limits.depth();
    }

    /// The agent with a pass.
    ///
    /// @throws Problem when nobody at work has it
    public ChainLink present(String pass) throws InterruptedException {
        return find(hash(pass))
                .orElseThrow(() ->
                        new Problem(
                                Problem.Kind.UNAUTHORIZED,
                                "No agent at work has this pass ("
                                        + VARIABLE
                                        + ", Parley-Pass): it is made up, or its work is over.",
                                "An agent uses the pass that its process was given; everybody else"
                                        + " comes without one."));
    }

    /// The agent with the id of a link, if it is still at work.
    public Optional<ChainLink> find(String id) throws InterruptedException {
        var link = store.find(id);
        return link.isPresent() && link.get().chain().startsWith(SESSION)
                ? Optional.of(asNow(link.get()))
                : link;
    }

    /// A person may have changed what a session is permitted, and each turn is a request of its
    /// own.
    private ChainLink asNow(ChainLink link) throws InterruptedException {
        try {
            var info = sessions.of(SessionId.of(link.chain().substring(SESSION.length())));
            return new ChainLink(
                    link.id(),
                    link.chain() + " " + info.turnId(),
                    link.depth(),
                    link.permission().exceeds(info.permission())
                            ? info.permission()
                            : link.permission(),
                    link.who());
        } catch (Problem _) {
            return link;
        }
    }

    /// The pass for the process of a person's own session. Of a process that several sessions share
    /// nobody knows which of them asks: its agents may have no more than `ask`.
    public Map<String, String> environment(SessionRow session, boolean isShared)
            throws InterruptedException {
        var seat = SESSION + session.id();
        var pass = pass(seat);
        var most = isShared ? Permission.ASK : Permission.BYPASS;
        store.open(new ChainLink(hash(pass), seat, 0, most, session.provider()), clock.instant());
        return Map.of(VARIABLE, pass);
    }

    /// Begins a question to a model, which asks nobody itself.
    ///
    /// @throws Problem with words for the model of the caller when it may not
    public ChainRun beginAdvice(Optional<ChainLink> caller, String model)
            throws InterruptedException {
        if (caller.isPresent()) {
            checkRoom(caller.get(), model);
        }
        return leaf(
                caller.map(ChainLink::chain).orElseGet(() -> UUID.randomUUID().toString()),
                "advice",
                model);
    }

    private ChainRun leaf(String chain, String who, String model) throws InterruptedException {
        var pass = secret();
        var link = new ChainLink(hash(pass), chain, limits.depth(), Permission.PLAN, who);
        var run = UUID.randomUUID().toString();
        store.begin(link, run, model, clock.instant());
        return new ChainRun(store, clock, link, pass, run);
    }

    /// The pass for a CLI that only answers a question: whoever it may reach, it can ask nobody.
    public Map<String, String> environmentOfAdviser(String who) throws InterruptedException {
        var pass = adviser;
        store.open(
                new ChainLink(hash(pass), "advice", limits.depth(), Permission.PLAN, who),
                clock.instant());
        return Map.of(VARIABLE, pass);
    }

    /// What all work for others has cost today.
    public ChainStore.Spent today() throws InterruptedException {
        var zoned = Instant.now(clock).atZone(ZoneId.systemDefault());
        return store.since(zoned.toLocalDate().atStartOfDay(zoned.getZone()).toInstant());
    }

    private String pass(String seat) {
        synchronized (seats) {
            return seats.computeIfAbsent(seat, _ -> secret());
        }
    }

    private static String secret() {
        var random = new byte[32];
        RANDOM.nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    static String hash(String pass) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(pass.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    static void log(Problem problem) {
        LoggerFactory.getLogger(Chains.class)
                .warn("The end of a piece of work could not be stored: {}", problem.message());
    }
}
