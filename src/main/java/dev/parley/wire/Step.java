package dev.parley.wire;

import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// What a dialect wants: lines to write, events to publish, and, where it has just learned it, the
/// native session's id.
public record Step(List<String> lines, List<Event> events, @Nullable String nativeId) {
    public static final Step NOTHING = new Step(List.of(), List.of(), null);

    public Step {
        lines = List.copyOf(lines);
        events = List.copyOf(events);
    }

    public static Step send(String line) {
        return new Step(List.of(line), List.of(), null);
    }

    public static Step emit(Event... events) {
        return new Step(List.of(), List.of(events), null);
    }

    public static Step emit(List<? extends Event> events) {
        return new Step(List.of(), List.copyOf(events), null);
    }

    /// The line stays as it is: no dialect knows it.
    public static Step unrecognized(String line, String reason) {
        return emit(new Event.Unrecognized(line, reason));
    }

    /// From here on, the native session has this id.
    public Step inSession(@Nullable String id) {
        return new Step(lines, events, id);
    }

    public Step and(Event event) {
        return and(emit(event));
    }

    public Step and(Step next) {
        return new Step(
                joined(lines, next.lines),
                joined(events, next.events),
                next.nativeId == null ? nativeId : next.nativeId);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
