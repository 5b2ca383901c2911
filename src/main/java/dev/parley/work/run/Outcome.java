package dev.parley.work.run;

import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.wire.OneShotDialect;

import java.util.Optional;

/// What became of a run: why it ended, the agent's last message, what it cost, what went wrong.
public record Outcome(
        EndReason reason,
        Optional<String> sessionId,
        String answer,
        Optional<Usage> usage,
        Optional<Event.Failed> failure) {
    public Outcome failed(Event.Failed why) {
        return new Outcome(EndReason.ERROR, sessionId, answer, usage, Optional.of(why));
    }

    public Outcome saying(String other) {
        return new Outcome(reason, sessionId, other, usage, failure);
    }

    /// Whether the session that was to be resumed does not exist.
    public boolean lacksSession() {
        return lacksSession(failure);
    }

    static boolean lacksSession(Optional<Event.Failed> failure) {
        return failure.filter(it -> OneShotDialect.SESSION_NOT_FOUND.equals(it.code())).isPresent();
    }
}
