package dev.parley.sessionfile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The files that together are one session, out of all that have its id. A CLI may write a session
/// anew elsewhere (Gemini resuming, OpenCode migrating), or go on in another file (Codex
/// reverting).
public final class SessionFiles {
    /// A file and what it told.
    public record Found(StoredFile file, StoredFacts session) {}

    /// A file of a conversation, up to where another one goes on.
    ///
    /// @param endNode the first node that is no longer part of it
    public record Part(StoredFile file, int endNode) {
        /// Whether an event of this file belongs to the conversation, given that it is active
        /// there.
        public boolean has(StoredEvent event) {
            return event.node() < endNode;
        }
    }

    private SessionFiles() {}

    /// The file that stands for a session: what was updated last; of equals a database, because the
    /// files before it are what a migration left; then what goes on from another.
    public static Optional<Found> choose(List<Found> sameId) {
        if (sameId.size() == 1) {
            return Optional.of(sameId.getFirst());
        }
        return sameId.stream()
                .max(
                        Comparator.<Found, Boolean>comparing(found -> !found.session().isEmpty())
                                .thenComparing(found ->
                                        Optional.ofNullable(found.session().updated())
                                                .orElse(Instant.MIN))
                                .thenComparing(found -> found.file().layout())
                                .thenComparing(found -> found.session().base() != null));
    }

    /// The files of a conversation in their order, beginning with the one it was forked from.
    ///
    /// @param all every file that may be part of it, of whatever session
    public static List<Part> conversation(Found last, List<Found> all) {
        var parts = new ArrayList<Part>();
        parts.add(new Part(last.file(), Integer.MAX_VALUE));
        var at = last;
        // A file that goes on from itself is broken, and so is a longer circle.
        for (var base = at.session().base();
                base != null && parts.size() <= all.size();
                base = at.session().base()) {
            var before = before(at, base, all);
            if (before.isEmpty()) {
                break;
            }
            at = before.get();
            parts.addFirst(new Part(at.file(), base.endNode()));
        }
        return parts;
    }

    /// The newest file of the session that is older than this one.
    private static Optional<Found> before(Found from, StoredFacts.Base base, List<Found> all) {
        var start = Optional.ofNullable(from.session().started()).orElse(Instant.MAX);
        return all.stream()
                .filter(found -> found.session().nativeId().equals(base.nativeId()))
                .filter(found -> !found.file().equals(from.file()))
                .filter(found -> started(found).isBefore(start))
                .max(Comparator.comparing(SessionFiles::started));
    }

    private static Instant started(Found found) {
        return Optional.ofNullable(found.session().started()).orElse(Instant.MIN);
    }
}
