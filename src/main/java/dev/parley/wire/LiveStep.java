package dev.parley.wire;

import dev.parley.event.Event;

import java.util.ArrayList;
import java.util.List;

/// What a live dialect wants: lines to write, and what happened in which conversation, in order.
public record LiveStep(List<String> lines, List<Happening> happenings) {
    public static final LiveStep NOTHING = new LiveStep(List.of(), List.of());

    public LiveStep {
        lines = List.copyOf(lines);
        happenings = List.copyOf(happenings);
    }

    public static LiveStep send(String line) {
        return new LiveStep(List.of(line), List.of());
    }

    public static LiveStep report(Happening happening) {
        return new LiveStep(List.of(), List.of(happening));
    }

    public static LiveStep emit(String conversation, Event... events) {
        return emit(conversation, List.of(events));
    }

    public static LiveStep emit(String conversation, List<? extends Event> events) {
        return new LiveStep(
                List.of(),
                events.stream()
                        .map(event -> (Happening) new Happening.Said(conversation, event))
                        .toList());
    }

    /// A line that belongs to no conversation, or that nobody knows.
    public static LiveStep unclaimed(String line, String reason) {
        return report(new Happening.Unclaimed(line, reason));
    }

    public LiveStep and(LiveStep next) {
        if (this.equals(NOTHING)) {
            return next;
        }
        var allLines = new ArrayList<>(lines);
        allLines.addAll(next.lines);
        var all = new ArrayList<>(happenings);
        all.addAll(next.happenings);
        return new LiveStep(allLines, all);
    }
}
