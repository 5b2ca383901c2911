package dev.parley.work.page;

import dev.parley.api.Mark;
import dev.parley.api.MarkChange;
import dev.parley.api.SessionInfo;
import dev.parley.api.Subscription;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.session.log.Listeners;
import dev.parley.store.MarkStore;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What a person notes about sessions: pins, what is archived, unread or put off, drafts and titles
/// of their own. Thread-safe.
public final class Marks {
    private final MarkStore store;
    private final Clock clock;
    private final Listeners<Mark> listeners = new Listeners<>();

    public Marks(MarkStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /// Those that say more than how far somebody has read.
    public List<Mark> all() throws InterruptedException {
        return store.all().stream().filter(Mark::saysAnything).toList();
    }

    /// All marks, by every name their sessions have.
    public Map<String, Mark> byName() throws InterruptedException {
        var found = new HashMap<String, Mark>();
        for (var mark : store.all()) {
            found.put(mark.ref(), mark);
            if (mark.liveId() != null) {
                found.putIfAbsent(mark.liveId(), mark);
            }
        }
        return found;
    }

    /// The keys of sessions that are marked so: `pinned`, `archived`, `unread` or `snoozed`.
    public Set<String> keys(String word) throws InterruptedException {
        Predicate<Mark> isSo =
                switch (word) {
                    case "pinned" -> Mark::isPinned;
                    case "archived" -> Mark::isArchived;
                    case "unread" -> Mark::isUnread;
                    case "snoozed" -> mark -> mark.snoozedUntil() != null;
                    default ->
                            throw Problem.invalid(
                                    "\"marked\" is \"" + word + "\".",
                                    "Give pinned, archived, unread or snoozed.");
                };
        return store.all().stream().filter(isSo).map(Mark::ref).collect(Collectors.toSet());
    }

    Optional<Mark> of(SessionInfo info, Map<String, Mark> marks) {
        var key = name(info);
        return Optional.ofNullable(marks.get(key))
                .or(() -> Optional.ofNullable(marks.get(info.id().value())));
    }

    /// The name that marks of a session are kept under.
    static String name(SessionInfo info) {
        return info.nativeId() == null
                ? info.id().value()
                : new SessionKey(info.provider(), info.nativeId()).toString();
    }

    Mark change(String ref, @Nullable String liveId, MarkChange change)
            throws InterruptedException {
        var changed = store.change(ref, liveId, now -> change.of(now, clock.instant()));
        listeners.publish(changed);
        return changed;
    }

    /// Reports every mark that changed here. The listener must not wait.
    public Subscription onChange(Consumer<Mark> listener) {
        return listeners.add(listener);
    }
}
