package dev.parley.store.sqlite;

import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;
import dev.parley.store.OwnerProcess;
import dev.parley.store.OwnershipRules;
import dev.parley.store.SessionRow;
import dev.parley.store.StoreUpkeep;
import dev.parley.store.StoreUse;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The upkeep of a SQLite file.
public final class SqliteUpkeep implements StoreUpkeep {
    private final Database database;
    private final OwnershipRules rules;

    /// @param self who we are to other Parley processes with the same file
    public SqliteUpkeep(Database database, OwnerProcess self) {
        this.database = database;
        rules = new OwnershipRules(self);
    }

    @Override
    public boolean exists() {
        return database.exists();
    }

    @Override
    public List<LoggedEvent> after(SessionId id, long sequence, int limit)
            throws InterruptedException {
        return database.read(store -> SessionRows.after(store, id, sequence, limit));
    }

    @Override
    public List<Sized> sized() throws InterruptedException {
        return database.read(store -> {
            var all = new ArrayList<Sized>();
            for (var size : PruningRows.sizes(store)) {
                SessionRows.find(store, size.id())
                        .map(session ->
                                new Sized(
                                        session,
                                        isFree(session),
                                        size.events(),
                                        size.bytes(),
                                        size.last()))
                        .ifPresent(all::add);
            }
            all.sort(Comparator.comparing(one -> one.session().standing().updatedAt()));
            return all;
        });
    }

    private boolean isFree(SessionRow session) {
        return !rules.isHeld(session) && session.standing().turnId() == null;
    }

    @Override
    public boolean removeOldest(Sized session, int count) throws InterruptedException {
        return database.write(store -> {
            var isFree = isFree(store, session);
            if (isFree) {
                PruningRows.deleteUpTo(store, session.session().id(), session.last() - 1, count);
            }
            return isFree;
        });
    }

    @Override
    public boolean replaceAll(Sized session, LoggedEvent by) throws InterruptedException {
        return database.write(store -> {
            var isFree = isFree(store, session);
            if (isFree) {
                var id = session.session().id();
                PruningRows.deleteUpTo(store, id, session.last(), Integer.MAX_VALUE);
                PruningRows.deletePrompts(store, id);
                SessionRows.append(store, by);
            }
            return isFree;
        });
    }

    /// Nobody has opened it since it was measured.
    private boolean isFree(Statements store, Sized measured) throws SQLException {
        var id = measured.session().id();
        return SessionRows.find(store, id).filter(this::isFree).isPresent()
                && SessionRows.lastSequence(store, id) == measured.last();
    }

    @Override
    public List<Unfolded> unfolded(Instant before) throws InterruptedException {
        return database.read(store -> PruningRows.unfolded(store, before));
    }

    @Override
    public void remove(SessionId id, List<LoggedEvent> events) throws InterruptedException {
        database.change(store -> {
            for (var event : events) {
                PruningRows.delete(store, id, event.sequence());
            }
        });
    }

    @Override
    public void folded(SessionId id, long to) throws InterruptedException {
        database.change(store -> PruningRows.foldedTo(store, id, to));
    }

    @Override
    public void giveSpaceBack() throws InterruptedException {
        database.giveSpaceBack();
    }

    @Override
    public StoreUse use() throws InterruptedException {
        return exists() ? database.read(PruningRows::use) : StoreUse.NOTHING;
    }

    @Override
    public void copyTo(Path target) throws InterruptedException {
        database.copyTo(target);
    }
}
