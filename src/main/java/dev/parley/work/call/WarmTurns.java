package dev.parley.work.call;

import dev.parley.api.LoggedEvent;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.session.Lent;
import dev.parley.session.Sessions;
import dev.parley.work.Alarm;
import dev.parley.work.run.Outcome;
import dev.parley.work.run.OutcomeBuilder;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Lets live sessions answer calls, so that the next call finds a warm process. A question of the
/// agent waits in the inbox of approvals like any other.
final class WarmTurns {
    private final Sessions sessions;

    WarmTurns(Sessions sessions) {
        this.sessions = sessions;
    }

    /// On the calling thread, as a single turn is played. Interrupting it ends the turn.
    ///
    /// @param request the session to start or to resume, and its prompt
    /// @param lent what the session has beside what is asked for
    /// @param keep whether a later call will resume the session
    Outcome play(
            NewSession request, Lent lent, boolean keep, Duration timeout, Consumer<Envelope> sink)
            throws InterruptedException {
        var events = new TurnEvents(sink);
        var alarm = new Alarm(timeout);
        try {
            sessions.turn(request, lent, events::begin, events);
        } catch (InterruptedException e) {
            if (!alarm.hasRung()) {
                throw e;
            }
            events.reason = EndReason.TIMEOUT;
        } finally {
            alarm.close();
            if (!keep || events.reason != EndReason.COMPLETED) {
                close(events.session);
            }
        }
        return events.outcome();
    }

    /// Its process stays warm for others, where others can use it.
    void close(@Nullable SessionId session) {
        if (session == null) {
            return;
        }
        Thread.startVirtualThread(() -> {
            try {
                sessions.ask(session, new Action.Close());
            } catch (Problem _) {
                // it ended by itself
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// Receives what happens in the turn, keeps what its outcome needs, and passes it on.
    private static final class TurnEvents implements Consumer<LoggedEvent> {
        private final Consumer<Envelope> sink;
        private @Nullable SessionId session;
        private final OutcomeBuilder outcome = new OutcomeBuilder();
        private EndReason reason = EndReason.INTERRUPTED;

        TurnEvents(Consumer<Envelope> sink) {
            this.sink = sink;
        }

        /// Before anything is heard of it: a turn may be over before that.
        void begin(SessionId begun) {
            session = begun;
        }

        @Override
        public void accept(LoggedEvent logged) {
            var envelope = logged.envelope();
            outcome.add(envelope.event());
            if (envelope.event() instanceof Event.TurnEnded(_, var ended)) {
                reason = ended;
            }
            sink.accept(envelope);
        }

        Outcome outcome() {
            return outcome.build(reason, Optional.ofNullable(session).map(SessionId::toString));
        }
    }
}
