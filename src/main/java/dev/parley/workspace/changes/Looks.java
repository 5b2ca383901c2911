package dev.parley.workspace.changes;

import dev.parley.base.disk.Glance;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Looks at the files of places. One look serves everybody who asked before it began, and as long
/// as nothing has changed since, everybody later. Thread-safe; git looks under the lock of a place.
final class Looks {
    /// A directory that is too large for a [Glance] seldom becomes small.
    private static final long TRY_AGAIN = Duration.ofMinutes(10).toNanos();

    /// What was seen last.
    ///
    /// @param glance absent: whether it is still so is not seen from outside
    /// @param ref a checkpoint with this tree: as long as it is there, git keeps the tree
    private record Seen(
            long began, Trees.Taken taken, Optional<Glance> glance, @Nullable String ref) {
        boolean isStill(Place place, Optional<Glance> now) {
            return ref != null
                    && now.isPresent()
                    && glance.filter(then -> then.isStill(now.get())).isPresent()
                    && Files.exists(place.refs().resolve(ref));
        }
    }

    private final Places places;
    private final Trees trees;
    private final Map<Path, Seen> seen = new ConcurrentHashMap<>();
    private final Map<Path, Long> large = new ConcurrentHashMap<>();

    Looks(Places places, Trees trees) {
        this.places = places;
        this.trees = trees;
    }

    /// The files as they are.
    ///
    /// @param asked when, in nanoseconds
    Trees.Taken taken(Place place, long asked) throws InterruptedException {
        var glance = glance(place);
        var before = seen.get(place.own());
        if (before != null && before.isStill(place, glance)) {
            return before.taken();
        }
        try (var _ = PlaceLock.of(place)) {
            var last = seen.get(place.own());
            if (last != null && last.began() - asked >= 0) {
                return last.taken();
            }
            var began = System.nanoTime();
            var taken = trees.take(place);
            // What changes after the glance shows in the next one, whether git has seen it or not.
            seen.put(place.own(), new Seen(began, taken, glance, null));
            return taken;
        }
    }

    /// The files of a place as they are at this moment.
    Trees.Taken now(Place place) throws InterruptedException {
        try (var _ = PlaceLock.of(place)) {
            return trees.take(place);
        }
    }

    /// A checkpoint was kept.
    void kept(Place place, CheckpointRefs.Kept kept) {
        seen.computeIfPresent(
                place.own(),
                (_, last) ->
                        last.taken().tree().equals(kept.tree())
                                ? new Seen(last.began(), last.taken(), last.glance(), kept.ref())
                                : last);
    }

    private Optional<Glance> glance(Place place) {
        var now = System.nanoTime();
        var since = large.get(place.own());
        if (since != null && now - since < TRY_AGAIN) {
            return Optional.empty();
        }
        var glance = Glance.of(place.root(), places.rules(place));
        if (glance.isEmpty()) {
            large.put(place.own(), now);
        }
        return glance;
    }
}
