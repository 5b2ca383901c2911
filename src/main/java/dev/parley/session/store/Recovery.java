package dev.parley.session.store;

import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.store.sqlite.Statements;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/// Finds the sessions of Parley processes that are gone without a word, and writes down how they
/// ended: turns that ran or waited are interrupted. Nothing is sent again.
public final class Recovery {
    private Recovery() {}

    /// Runs in one transaction, so that of two that start at the same time only one does it.
    public static void run(Statements store, OwnerProcess self, Instant now) throws SQLException {
        for (var session : SessionRows.owned(store)) {
            if (session.isAbandoned(self)) {
                interrupt(store, session, now);
            }
        }
    }

    private static void interrupt(Statements store, SessionRow session, Instant now)
            throws SQLException {
        var turns = new LinkedHashSet<String>();
        if (session.standing().turnId() != null) {
            turns.add(session.standing().turnId());
        }
        turns.addAll(SessionRows.unsettled(store, session.id()));
        var sequence = SessionRows.lastSequence(store, session.id());
        var events = new ArrayList<Event>();
        if (!turns.isEmpty()) {
            for (var question : unanswered(store, session).values()) {
                events.add(
                        new Event.ApprovalAnswered(
                                question.requestId(), question.toolName(), false, "agent"));
            }
            events.add(
                    Event.Failed.warning(
                            "Parley ended while this session was at work. What it had said is kept; the next prompt goes on with it.",
                            "parley_ended"));
        }
        turns.forEach(turn -> events.add(new Event.TurnEnded(turn, EndReason.INTERRUPTED)));
        for (var event : events) {
            var envelope =
                    new Envelope(
                            now, session.provider(), session.nativeId(), ++sequence, event, null);
            var json = Json.write(EventJson.write(envelope, EventJson.Raw.LEFT_OUT));
            SessionRows.append(store, session.id(), sequence, json);
        }
        for (var turn : turns) {
            SessionRows.settle(store, session.id(), turn, "interrupted");
        }
        var last = session.standing().state();
        var state = last.isOpen() ? SessionState.INTERRUPTED : last;
        SessionRows.update(store, session.now(it -> it.in(state, null).ownedBy(null).at(now)));
    }

    private static Map<String, Event.ApprovalRequested> unanswered(
            Statements store, SessionRow session) throws SQLException {
        var open = new LinkedHashMap<String, Event.ApprovalRequested>();
        if (session.standing().state() == SessionState.WAITING) {
            // They are among the newest events: an agent that waits says little.
            for (var recorded :
                    SessionRows.before(store, session.id(), Long.MAX_VALUE, 500).reversed()) {
                switch (recorded.envelope().event()) {
                    case Event.ApprovalRequested asked -> open.put(asked.requestId(), asked);
                    case Event.ApprovalAnswered answered -> open.remove(answered.requestId());
                    default -> {}
                }
            }
        }
        return open;
    }
}
