package dev.parley.session;

import dev.parley.api.LoggedEvent;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Event;

import java.util.function.Consumer;

/// One turn of a session whose caller waits for its end, and without whom it must not go on.
final class AttendedTurn {
    private final Sessions sessions;
    private final OpenSessions open;

    AttendedTurn(Sessions sessions, OpenSessions open) {
        this.sessions = sessions;
        this.open = open;
    }

    /// @see Sessions#turn
    SessionInfo run(
            NewSession request, Lent own, Consumer<SessionId> begun, Consumer<LoggedEvent> sink)
            throws InterruptedException {
        var prompt = request.prompt();
        if (prompt == null) {
            throw Problem.invalid("The prompt is empty.", "Say what the agent is to do.");
        }
        var session = sessions.start(request.saying(null), own, begun);
        follow(session, prompt, sink);
        settled(session.id());
        return sessions.info(session.id());
    }

    private void follow(SessionInfo session, Action.Prompt prompt, Consumer<LoggedEvent> sink)
            throws InterruptedException {
        try (var events = sessions.follow(session.id(), session.lastSequence())) {
            var turnId = sessions.prompt(session.id(), prompt, false);
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
    }

    /// Its last event is stored before its entry says so.
    private void settled(SessionId id) throws InterruptedException {
        var here = open.find(id);
        if (here.isPresent()) {
            try {
                here.get().settled();
            } catch (SessionInbox.Over _) {
                // the store knows it
            }
        }
    }

    /// Also on a thread that was interrupted: the agent must not go on for nobody.
    private void stopQuietly(SessionId id) {
        Thread.startVirtualThread(() -> {
            try {
                var _ = sessions.interrupt(id);
            } catch (Problem _) {
                // it ended by itself
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
