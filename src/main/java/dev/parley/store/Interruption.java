package dev.parley.store;

import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionState;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// How a session ended whose Parley is gone without a word: turns that ran or waited are
/// interrupted. Nothing is sent again. A store writes all of it in one transaction, so that of two
/// that start at the same time only one does it.
///
/// @param session as it is from now on
/// @param events to append
/// @param turns to settle as interrupted
public record Interruption(SessionRow session, List<LoggedEvent> events, Set<String> turns) {
    /// Questions are among the newest events: an agent that waits says little.
    public static final int NEWEST = 500;

    /// @param unsettled prompts that were accepted and have not come to an end, in their order
    /// @param newest its newest events, the newest first
    /// @param last the number of the newest
    public static Interruption of(
            SessionRow session,
            List<String> unsettled,
            List<LoggedEvent> newest,
            long last,
            Instant now) {
        var turns = new LinkedHashSet<String>();
        if (session.standing().turnId() != null) {
            turns.add(session.standing().turnId());
        }
        turns.addAll(unsettled);
        var events = new ArrayList<Event>();
        if (!turns.isEmpty()) {
            for (var question : unanswered(session, newest).values()) {
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
        var logged = new ArrayList<LoggedEvent>();
        for (var event : events) {
            var number = last + logged.size() + 1;
            logged.add(
                    LoggedEvent.of(
                            session.id(),
                            new Envelope(
                                    now,
                                    session.provider(),
                                    session.nativeId(),
                                    number,
                                    event,
                                    null)));
        }
        var before = session.standing().state();
        var state = before.isOpen() ? SessionState.INTERRUPTED : before;
        return new Interruption(
                session.now(it -> it.in(state, null).ownedBy(null).at(now)), logged, turns);
    }

    private static Map<String, Event.ApprovalRequested> unanswered(
            SessionRow session, List<LoggedEvent> newest) {
        var open = new LinkedHashMap<String, Event.ApprovalRequested>();
        if (session.standing().state() == SessionState.WAITING) {
            for (var logged : newest.reversed()) {
                if (logged.envelope().event() instanceof Event.AboutApproval approval) {
                    switch (approval) {
                        case Event.ApprovalRequested asked -> open.put(asked.requestId(), asked);
                        case Event.ApprovalAnswered answered -> open.remove(answered.requestId());
                    }
                }
            }
        }
        return open;
    }
}
