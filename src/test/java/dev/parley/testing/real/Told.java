package dev.parley.testing.real;

import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.work.run.Outcome;

import java.util.List;

/// A finished run and everything it told.
public record Told(Outcome outcome, List<Envelope> envelopes) {
    public List<Event> events() {
        return envelopes.stream().map(Envelope::event).toList();
    }

    public <E extends Event> List<E> events(Class<E> type) {
        return events().stream().filter(type::isInstance).map(type::cast).toList();
    }

    public List<Event.Failed> fatalFailures() {
        return events(Event.Failed.class).stream().filter(failed -> !failed.recoverable()).toList();
    }

    public String sessionId() {
        return outcome.sessionId().orElseThrow(() -> new AssertionError("no session id: " + this));
    }
}
