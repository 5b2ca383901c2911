package dev.parley.work;

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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps tickets where their sessions are: in `doing` while a turn runs, in `review` when it is
/// over; and adds up what they use. Sessions do not wait for it.
public final class TicketProgress {
    private static final Logger LOG = LoggerFactory.getLogger(TicketProgress.class);
    private static final int PAGE = 500;

    private final Sessions sessions;
    private final TicketSessions links;
    private final Map<SessionId, SessionInfo> changed = new LinkedHashMap<>(); // guarded by itself
    private boolean isAtWork; // guarded by `changed`

    /// Most sessions work on no ticket, and change often.
    private final Set<SessionId> unlinked = ConcurrentHashMap.newKeySet();

    public TicketProgress(Sessions sessions, TicketSessions links) {
        this.sessions = sessions;
        this.links = links;
    }

    /// From now on, as long as there are sessions.
    public void begin() {
        var _ = sessions.onChange(this::changed);
    }

    /// A session has got its ticket. It may have come far already.
    void linked(SessionId session) throws InterruptedException {
        unlinked.remove(session);
        changed(sessions.info(session));
    }

    /// Catches up with sessions of a Parley that is gone.
    public void recover() throws InterruptedException {
        for (var link : links.atWork()) {
            try {
                changed(sessions.info(link.session()));
            } catch (Problem _) {
                links.follow(link.session(), TicketState.REVIEW); // its session is gone for good
            }
        }
    }

    private void changed(SessionInfo info) {
        if (unlinked.contains(info.id())) {
            return;
        }
        synchronized (changed) {
            changed.put(info.id(), info);
            if (!isAtWork) {
                isAtWork = true;
                Thread.ofVirtual().name("ticket-progress").start(this::catchUp);
            }
        }
    }

    private List<SessionInfo> next() {
        synchronized (changed) {
            var infos = List.copyOf(changed.values());
            changed.clear();
            isAtWork = !infos.isEmpty();
            return infos;
        }
    }

    private void catchUp() {
        try {
            for (var infos = next(); !infos.isEmpty(); infos = next()) {
                for (var info : infos) {
                    catchUp(info);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void catchUp(SessionInfo info) throws InterruptedException {
        try {
            if (links.of(info.id()).isEmpty()) {
                unlinked.add(info.id());
            } else if (isOver(info)) {
                links.follow(info.id(), TicketState.REVIEW);
                count(info.id());
            } else if (info.turnId() != null) {
                links.follow(info.id(), TicketState.DOING);
            }
        } catch (Problem problem) {
            LOG.warn("The ticket of session {} stays behind: {}", info.id(), problem.message());
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
