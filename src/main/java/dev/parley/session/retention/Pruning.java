package dev.parley.session.retention;

import dev.parley.api.Pruned;
import dev.parley.api.Retention;
import dev.parley.base.json.Json;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.event.SessionKey;
import dev.parley.session.store.SessionRow;
import dev.parley.session.store.SessionRows;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.Statements;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Removes the events of sessions that nobody has open and that the CLI's own file has anyway. In
/// their place stays one that says so, under the number of the last: numbers go on, and whoever
/// follows learns where to look. In small steps, so that no other change waits for long.
public final class Pruning {
    private static final int STEP = 500;

    private final Database database;
    private final Predicate<SessionKey> isInHistory;

    /// @param isInHistory whether a CLI still has a session in a file of its own
    public Pruning(Database database, Predicate<SessionKey> isInHistory) {
        this.database = database;
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
        database.giveSpaceBack();
        return pruned;
    }

    private List<PruningRows.Sized> choose(Retention retention, Instant now)
            throws InterruptedException {
        if (!database.exists()) {
            return List.of();
        }
        List<PruningRows.Sized> all = database.read(PruningRows::sized);
        var tooMuch =
                retention.bytes() == 0
                        ? 0
                        : all.stream().mapToLong(PruningRows.Sized::bytes).sum()
                                - retention.bytes();
        var chosen = new ArrayList<PruningRows.Sized>();
        for (var one : all) {
            var isOld =
                    !retention.age().isZero()
                            && one.session()
                                    .standing()
                                    .updatedAt()
                                    .isBefore(now.minus(retention.age()));
            if ((isOld || tooMuch > 0) && mayGo(one.session())) {
                chosen.add(one);
                tooMuch -= one.bytes();
            }
        }
        return chosen;
    }

    private boolean mayGo(SessionRow session) {
        var owner = session.owner();
        return (owner == null || !owner.isAlive())
                && session.standing().turnId() == null
                && session.key().filter(isInHistory).isPresent();
    }

    private Pruned prune(PruningRows.Sized one, Instant now) throws InterruptedException {
        var id = one.session().id();
        for (var left = one.events(); left > STEP; left -= STEP) {
            boolean wentOn =
                    database.write(store -> {
                        var isFree = isFree(store, one);
                        if (isFree) {
                            PruningRows.deleteUpTo(store, id, one.last() - 1, STEP);
                        }
                        return isFree;
                    });
            if (!wentOn) {
                return Pruned.NOTHING; // somebody goes on with it just now
            }
        }
        return database.write(
                store -> isFree(store, one) ? finish(store, one, now) : Pruned.NOTHING);
    }

    /// Nobody has opened it since it was looked at.
    private boolean isFree(Statements store, PruningRows.Sized one) throws SQLException {
        var id = one.session().id();
        return SessionRows.find(store, id).filter(this::mayGo).isPresent()
                && SessionRows.lastSequence(store, id) == one.last();
    }

    private static Pruned finish(Statements store, PruningRows.Sized one, Instant now)
            throws SQLException {
        var session = one.session();
        PruningRows.deleteUpTo(store, session.id(), one.last(), Integer.MAX_VALUE);
        PruningRows.deletePrompts(store, session.id());
        var event =
                Event.Failed.warning(
                        "What happened up to here is not kept here any more. The whole conversation is in the history, as %s."
                                .formatted(session.key().orElseThrow()),
                        "events_pruned");
        var envelope =
                new Envelope(now, session.provider(), session.nativeId(), one.last(), event, null);
        var json = Json.write(EventJson.write(envelope, EventJson.Raw.LEFT_OUT));
        SessionRows.append(store, session.id(), one.last(), json);
        return new Pruned(1, one.events() - 1, Math.max(0, one.bytes() - json.length()));
    }
}
