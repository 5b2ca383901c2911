package dev.parley.wire;

import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// What a one-shot dialect has understood: events to publish and, where it has just learned it, the
/// native session's id.
public record OneShotStep(List<Event> events, @Nullable String nativeId) {
    public static final OneShotStep NOTHING = new OneShotStep(List.of(), null);

    public OneShotStep {
        events = List.copyOf(events);
    }

    public static OneShotStep emit(Event... events) {
        return emit(List.of(events));
    }

    public static OneShotStep emit(List<? extends Event> events) {
        return new OneShotStep(List.copyOf(events), null);
    }

    /// The line stays as it is: no dialect knows it.
    public static OneShotStep unrecognized(String line, String reason) {
        return emit(new Event.Unrecognized(line, reason));
    }

    /// From here on, the native session has this id.
    public OneShotStep inSession(@Nullable String id) {
        return new OneShotStep(events, id);
    }

    public OneShotStep and(Event event) {
        return and(emit(event));
    }

    public OneShotStep and(OneShotStep next) {
        var all = new ArrayList<>(events);
        all.addAll(next.events);
        return new OneShotStep(all, next.nativeId == null ? nativeId : next.nativeId);
    }
}
