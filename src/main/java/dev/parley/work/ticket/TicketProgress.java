package dev.parley.work.ticket;

import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.api.TicketState;
import dev.parley.base.problem.Problem;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.session.Sessions;
import dev.parley.ticket.TicketSessions;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps tickets where their sessions are: in `doing` while a turn runs, in `review` when it is
/// over; and adds up what they use. Sessions do not wait for it.
public final class TicketProgress {
    private static final Logger LOG = LoggerFactory.getLogger(TicketProgress.class);
    private static final int PAGE = 500;

    private final Sessions sessions;
    private final TicketSessions links;
    private final Set<SessionId> changed = new LinkedHashSet<>(); // guarded by itself
    private boolean isAtWork; // guarded by `changed`

    /// Most sessions work on no ticket, and change often.
    private final Set<SessionId> unlinked = ConcurrentHashMap.newKeySet();

    /// Those that got a ticket here; one that was looked at just before is in both.
    private final Set<SessionId> linked = ConcurrentHashMap.newKeySet();

    public TicketProgress(Sessions sessions, TicketSessions links) {
        this.sessions = sessions;
        this.links = links;
    }

    /// From now on, as long as there are sessions.
    public void begin() {
        var _ = sessions.onChange(info -> changed(info.id()));
    }

    /// A session has got its ticket. It may have come far already.
    void linked(SessionId session) {
        linked.add(session);
        changed(session);
    }

    /// Catches up with sessions of a Parley that is gone.
    public void recover() throws InterruptedException {
        links.atWork().forEach(link -> changed(link.session()));
    }

    private void changed(SessionId session) {
        if (unlinked.contains(session) && !linked.contains(session)) {
            return;
        }
        synchronized (changed) {
            changed.add(session);
            if (!isAtWork) {
                isAtWork = true;
                Thread.ofVirtual().name("ticket-progress").start(this::catchUp);
            }
        }
    }

    private List<SessionId> next() {
        synchronized (changed) {
            var next = List.copyOf(changed);
            changed.clear();
            isAtWork = !next.isEmpty();
            return next;
        }
    }

    private void catchUp() {
        try {
            for (var next = next(); !next.isEmpty(); next = next()) {
                for (var session : next) {
                    catchUp(session);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void catchUp(SessionId session) throws InterruptedException {
        try {
            if (links.of(session).isEmpty()) {
                unlinked.add(session);
            } else {
                catchUpLinked(session);
            }
        } catch (Problem problem) {
            LOG.warn("The ticket of session {} stays behind: {}", session, problem.message());
        }
    }

    /// Looks at the session as it is now: what was reported may be older.
    private void catchUpLinked(SessionId session) throws InterruptedException {
        var info = find(session);
        if (info.isEmpty() || isOver(info.get())) {
            links.follow(session, TicketState.REVIEW);
        } else if (info.get().turnId() != null) {
            links.follow(session, TicketState.DOING);
        }
        if (info.isPresent() && isOver(info.get())) {
            count(session);
        }
    }

    /// Empty when it is gone for good.
    private Optional<SessionInfo> find(SessionId session) throws InterruptedException {
        try {
            return Optional.of(sessions.info(session));
        } catch (Problem problem) {
            if (problem.kind() == Problem.Kind.NOT_FOUND) {
                return Optional.empty();
            }
            throw problem;
        }
    }

    private static boolean isOver(SessionInfo info) {
        return info.turnId() == null
                && info.queued() == 0
                && !info.state().isActive()
                && info.state() != SessionState.STARTING;
    }

    private void count(SessionId session) throws InterruptedException {
        var link = links.of(session).orElseThrow();
        var used = Usage.of(0, 0);
        var last = link.counted();
        for (var page = sessions.events(session, last, PAGE);
                !page.isEmpty();
                page = sessions.events(session, last, PAGE)) {
            for (var logged : page) {
                if (logged.envelope().event() instanceof Event.TokensUsed(var usage)) {
                    used = used.plus(usage);
                }
                last = logged.sequence();
            }
        }
        if (last > link.counted()) {
            links.count(session, link.counted(), last, used);
        }
    }
}
