package dev.parley.session.retention;

import dev.parley.api.LoggedEvent;
import dev.parley.api.Pruned;
import dev.parley.api.Retention;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.SessionKey;
import dev.parley.store.StoreUpkeep;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Removes the events of sessions that nobody has open and that the CLI's own file has anyway. In
/// their place stays one that says so, under the number of the last: numbers go on, and a follower
/// learns where to look. In small steps, so that no other change waits for long.
public final class Pruning {
    private static final int STEP = 500;

    private final StoreUpkeep store;
    private final Predicate<SessionKey> isInHistory;

    /// @param isInHistory whether a CLI still has a session in a file of its own
    public Pruning(StoreUpkeep store, Predicate<SessionKey> isInHistory) {
        this.store = store;
        this.isInHistory = isInHistory;
    }

    /// What would go.
    public Pruned look(Retention retention, Instant now) throws InterruptedException {
        return choose(retention, now).stream()
                .map(one -> new Pruned(1, one.events(), one.bytes()))
                .reduce(Pruned.NOTHING, Pruned::plus);
    }

    /// @return what went
    public Pruned prune(Retention retention, Instant now) throws InterruptedException {
        var pruned = Pruned.NOTHING;
        for (var one : choose(retention, now)) {
            pruned = pruned.plus(prune(one, now));
        }
        store.giveSpaceBack();
        return pruned;
    }

    private List<StoreUpkeep.Sized> choose(Retention retention, Instant now)
            throws InterruptedException {
        if (!store.exists()) {
            return List.of();
        }
        var all = store.sized();
        var tooMuch =
                retention.bytes() == 0
                        ? 0
                        : all.stream().mapToLong(StoreUpkeep.Sized::bytes).sum()
                                - retention.bytes();
        var chosen = new ArrayList<StoreUpkeep.Sized>();
        for (var one : all) {
            var isOld =
                    !retention.age().isZero()
                            && one.session()
                                    .standing()
                                    .updatedAt()
                                    .isBefore(now.minus(retention.age()));
            if ((isOld || tooMuch > 0) && mayGo(one)) {
                chosen.add(one);
                tooMuch -= one.bytes();
            }
        }
        return chosen;
    }

    private boolean mayGo(StoreUpkeep.Sized one) {
        return one.isFree() && one.session().key().filter(isInHistory).isPresent();
    }

    private Pruned prune(StoreUpkeep.Sized one, Instant now) throws InterruptedException {
        for (var left = one.events(); left > STEP; left -= STEP) {
            if (!mayGo(one) || !store.removeOldest(one, STEP)) {
                return Pruned.NOTHING; // a Parley goes on with it just now
            }
        }
        var note = note(one, now);
        return mayGo(one) && store.replaceAll(one, note)
                ? new Pruned(1, one.events() - 1, Math.max(0, one.bytes() - note.json().length()))
                : Pruned.NOTHING;
    }

    private static LoggedEvent note(StoreUpkeep.Sized one, Instant now) {
        var session = one.session();
        var event =
                Event.Failed.warning(
                        "What happened up to here is not kept here any more. The whole conversation is in the history, as %s."
                                .formatted(session.key().orElseThrow()),
                        "events_pruned");
        return LoggedEvent.of(
                session.id(),
                new Envelope(now, session.provider(), session.nativeId(), one.last(), event, null));
    }
}
