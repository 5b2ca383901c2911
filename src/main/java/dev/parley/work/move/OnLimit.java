package dev.parley.work.move;

import dev.parley.api.ContinueRequest;
import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.api.Subscription;
import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.event.Intent;
import dev.parley.provider.Providers;
import dev.parley.session.Sessions;
import dev.parley.work.limit.LostTurns;
import dev.parley.work.limit.ReachedLimit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/// The rule `onLimit`: a live session whose turn a limit ended goes on in the first CLI of a list
/// that can, when a person allows it or has said that nobody needs to be asked. Sessions that work
/// for a program are left alone: it knows them by their name. Thread-safe.
public final class OnLimit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OnLimit.class);
    private static final String TOOL = "continue";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("MMM d, HH:mm", Locale.ENGLISH);

    /// A question that a person has not answered yet.
    private static final class Question {
        private boolean isOpen = true; // guarded by this
        private @Nullable Thread waiting; // guarded by this

        synchronized void opened(Thread thread) {
            waiting = thread;
        }

        synchronized void closed() {
            isOpen = false;
        }

        /// Nobody needs the answer any more.
        synchronized void withdraw() {
            if (isOpen && waiting != null) {
                waiting.interrupt();
            }
        }
    }

    /// @param to providers, the best first
    /// @param asks whether a person is asked before
    public record Rule(List<String> to, boolean asks) {
        public Rule {
            to = List.copyOf(to);
        }
    }

    private final Sessions sessions;
    private final ReachedLimit.Finder limits;
    private final ContinueElsewhere continuing;
    private final Providers providers;
    private final Supplier<Rule> rule;
    private final Clock clock;

    private final LinkedBlockingQueue<SessionInfo> changed = new LinkedBlockingQueue<>();
    private final Map<SessionId, Question> asking = new ConcurrentHashMap<>();

    /// The end of the turn about which somebody was asked, so that nobody is asked twice.
    private final Map<SessionId, Long> asked = new ConcurrentHashMap<>();

    /// Which providers are at their limit, and until when.
    private final Map<String, Instant> used = new ConcurrentHashMap<>();

    private @Nullable Thread looking; // guarded by this
    private @Nullable Subscription changes; // guarded by this

    /// @param rule as it is now
    /// @param clock in the zone of the user
    public OnLimit(
            Sessions sessions,
            ReachedLimit.Finder limits,
            ContinueElsewhere continuing,
            Providers providers,
            Supplier<Rule> rule,
            Clock clock) {
        this.sessions = sessions;
        this.limits = limits;
        this.continuing = continuing;
        this.providers = providers;
        this.rule = rule;
        this.clock = clock;
    }

    /// Looks at sessions from now on.
    public synchronized void start() throws InterruptedException {
        if (looking == null) {
            // The queue holds no more than what changed since it was looked at last.
            changes = sessions.onChange(changed::add);
            looking = Interruptible.start("on-limit", this::look);
        }
    }

    private void look() throws InterruptedException {
        while (true) {
            var info = changed.take();
            try {
                look(info);
            } catch (Problem problem) {
                LOG.warn(
                        "What to do about a limit of {} is not known: {}",
                        info.id(),
                        problem.message());
            }
        }
    }

    private void look(SessionInfo info) throws InterruptedException {
        var question = asking.get(info.id());
        var isOver = info.state() == SessionState.COMPLETED;
        if (question != null) {
            if (info.state().isActive() || isOver) {
                question.withdraw(); // a person went on with it, or closed it
            }
            return;
        }
        if (info.state().isActive()
                || info.state() == SessionState.STARTING
                || isOver
                || info.owner() != null
                || rule.get().to().isEmpty()
                || sessions.worksForAProgram(info.id())) {
            return;
        }
        var lost = LostTurns.of(sessions, limits, info);
        if (lost.isEmpty() || asked.getOrDefault(info.id(), -1L) >= lost.get().sequence()) {
            return;
        }
        remember(info.provider(), lost.get().limit());
        var next = next(info);
        if (next.isPresent()) {
            asked.put(info.id(), lost.get().sequence());
            goOn(info, next.get(), lost.get());
        }
    }

    private void remember(String provider, ReachedLimit limit) {
        var ends = limit.ends();
        if (ends != null) {
            used.put(provider, ends);
        }
    }

    /// The first one that is there and not at its limit itself.
    private Optional<String> next(SessionInfo info) throws InterruptedException {
        for (var id : rule.get().to()) {
            var until = used.getOrDefault(id, Instant.MIN);
            if (!id.equals(info.provider()) && until.isBefore(clock.instant())) {
                try {
                    var _ = continuing.check(id, info.permission());
                    return Optional.of(id);
                } catch (Problem problem) {
                    LOG.warn("onLimit names {}: {}", id, problem.message());
                }
            }
        }
        return Optional.empty();
    }

    /// On a thread of its own: a person may take their time.
    private void goOn(SessionInfo info, String to, LostTurns lost) {
        var question = new Question();
        asking.put(info.id(), question);
        question.opened(
                Interruptible.start(
                        "on-limit-" + info.id(),
                        () -> {
                            try {
                                var isWanted = !rule.get().asks() || isAllowed(info, to, lost);
                                question.closed();
                                if (isWanted) {
                                    continuing.run(info.id(), ContinueRequest.to(to));
                                    asked.remove(info.id());
                                }
                            } catch (Problem problem) {
                                LOG.warn(
                                        "{} does not go on in {}: {}",
                                        info.id(),
                                        to,
                                        problem.message());
                            } finally {
                                asking.remove(info.id());
                            }
                        }));
    }

    private boolean isAllowed(SessionInfo info, String to, LostTurns lost)
            throws InterruptedException {
        var words = question(info, to, lost);
        var now = clock.instant();
        var timeout = sessions.approvalTimeout();
        return sessions.approvals()
                .ask(
                        new PendingApproval(
                                info.id(),
                                "limit-" + UUID.randomUUID(),
                                info.provider(),
                                info.cwd(),
                                TOOL,
                                words,
                                words,
                                null,
                                Intent.of(null, info.cwd()),
                                null,
                                List.of("allow", "deny"),
                                false,
                                false,
                                now,
                                timeout.isZero() ? null : now.plus(timeout),
                                true),
                        timeout);
    }

    private String question(SessionInfo info, String to, LostTurns lost) {
        var ends = lost.limit().ends();
        return "Go on in %s? A limit of %s is reached%s. Everything that was said comes along."
                .formatted(
                        providers.named(to).name(),
                        providers.named(info.provider()).name(),
                        ends == null
                                ? ""
                                : "; it ends " + TIME.format(ends.atZone(clock.getZone())));
    }

    /// Questions that are open are taken back.
    @Override
    public synchronized void close() {
        if (changes != null) {
            changes.close();
        }
        if (looking != null) {
            looking.interrupt();
        }
        asking.values().forEach(Question::withdraw);
    }
}
