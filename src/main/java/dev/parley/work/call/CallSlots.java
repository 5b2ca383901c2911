package dev.parley.work.call;

import dev.parley.base.problem.Problem;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Decides which call may start. A model takes as many calls as it allows, running and waiting ones
/// together. In one directory only one agent works at a time; waiting calls start in their order.
/// Thread-safe.
final class CallSlots {
    /// Given back when the call is over.
    interface Slot extends AutoCloseable {
        @Override
        void close();
    }

    private final Map<String, Integer> taken = new ConcurrentHashMap<>();
    private final Map<Path, Line> lines = new ConcurrentHashMap<>();

    /// The calls that run or wait in a directory, and the one place in it.
    private static final class Line {
        private final Semaphore place = new Semaphore(1, true);
        private int calls; // guarded by the map that holds the line
    }

    Slot take(String model, Optional<Integer> most) {
        taken.compute(
                model,
                (_, count) -> {
                    var before = count == null ? 0 : count;
                    if (most.isPresent() && before >= most.get()) {
                        throw new Problem(
                                Problem.Kind.OVER_LIMIT,
                                "Too many calls at once",
                                "%s takes %d at a time (maxConcurrent)."
                                        .formatted(model, most.get()));
                    }
                    return before + 1;
                });
        return () -> taken.computeIfPresent(model, (_, count) -> count == 1 ? null : count - 1);
    }

    Slot waitFor(Path directory) throws InterruptedException {
        var line =
                lines.compute(
                        directory,
                        (_, found) -> {
                            var same = found == null ? new Line() : found;
                            same.calls++;
                            return same;
                        });
        try {
            line.place.acquire();
        } catch (InterruptedException e) {
            leave(directory);
            throw e;
        }
        return () -> {
            line.place.release();
            leave(directory);
        };
    }

    private void leave(Path directory) {
        lines.computeIfPresent(directory, (_, line) -> --line.calls == 0 ? null : line);
    }
}
