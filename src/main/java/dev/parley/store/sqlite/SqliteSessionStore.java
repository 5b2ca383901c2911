package dev.parley.store.sqlite;

import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.store.Interruption;
import dev.parley.store.OwnerProcess;
import dev.parley.store.OwnershipRules;
import dev.parley.store.SessionRow;
import dev.parley.store.SessionStore;
import dev.parley.store.Turn;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// Live sessions in a SQLite file. Each change runs in a transaction of the writer; those that come
/// at the same time share one.
public final class SqliteSessionStore implements SessionStore {
    private final Database database;
    private final OwnershipRules rules;

    /// @param self who we are to other Parley processes with the same file
    public SqliteSessionStore(Database database, OwnerProcess self) {
        this.database = database;
        rules = new OwnershipRules(self);
    }

    @Override
    public OwnerProcess owner() {
        return rules.self();
    }

    @Override
    public boolean exists() {
        return database.exists();
    }

    @Override
    public Optional<Listed> find(SessionId id) throws InterruptedException {
        return database.read(store -> SessionRows.findListed(store, id));
    }

    @Override
    public List<Listed> newest(int limit) throws InterruptedException {
        return database.read(store -> SessionRows.newest(store, limit));
    }

    @Override
    public List<SessionRow> openOrChanged(Instant now, Duration tolerance)
            throws InterruptedException {
        return database.read(store -> {
            var found = new LinkedHashSet<>(SessionRows.owned(store));
            found.addAll(SessionRows.changedAround(store, now, tolerance));
            return List.copyOf(found);
        });
    }

    @Override
    public List<LoggedEvent> after(SessionId id, long sequence, int limit)
            throws InterruptedException {
        return database.read(store -> SessionRows.after(store, id, sequence, limit));
    }

    @Override
    public List<LoggedEvent> before(SessionId id, long sequence, int limit)
            throws InterruptedException {
        return database.read(store -> SessionRows.before(store, id, sequence, limit));
    }

    @Override
    public List<LoggedEvent> ofType(String type, int limit) throws InterruptedException {
        return database.exists()
                ? database.read(store -> SessionRows.ofType(store, type, limit))
                : List.of();
    }

    /// Among the writes: a reader would not see yet what has just been queued.
    @Override
    public Optional<SessionRow> current(SessionId id) throws InterruptedException {
        return database.write(store -> SessionRows.find(store, id));
    }

    @Override
    public Optional<SessionRow> free(SessionKey key) throws InterruptedException {
        return database.write(store -> rules.free(SessionRows.withNative(store, key)));
    }

    @Override
    public SessionId enter(SessionRow wanted, @Nullable Turn first, Guard guard)
            throws InterruptedException {
        return database.write(store -> {
            var id = enter(store, wanted, guard);
            if (first != null) {
                claim(store, id, guard);
                SessionRows.accept(store, id, first, wanted.standing().updatedAt());
            }
            return id;
        });
    }

    private SessionId enter(Statements store, SessionRow wanted, Guard guard) throws SQLException {
        var known = SessionRows.find(store, wanted.id());
        var key = wanted.key();
        if (known.isEmpty() && key.isPresent()) {
            known = rules.free(SessionRows.withNative(store, key.get()));
        }
        if (known.isPresent()) {
            var now = rules.reopened(known.get(), wanted.standing());
            if (!now.equals(known.get())) {
                SessionRows.update(store, now);
            }
            return now.id();
        }
        key.ifPresent(it -> guard.enter(it, wanted.id()));
        SessionRows.insert(store, wanted);
        return wanted.id();
    }

    @Override
    public Listed claim(SessionId id, Guard guard) throws InterruptedException {
        return database.write(
                store -> new Listed(claim(store, id, guard), SessionRows.lastSequence(store, id)));
    }

    private SessionRow claim(Statements store, SessionId id, Guard guard) throws SQLException {
        var session = SessionRows.find(store, id).orElseThrow(() -> OwnershipRules.unknown(id));
        if (rules.isOpenHere(session)) {
            return session;
        }
        var key = session.key();
        rules.checkFree(
                session, key.isPresent() ? SessionRows.withNative(store, key.get()) : List.of());
        key.ifPresent(it -> guard.enter(it, id));
        var claimed = session.now(it -> it.ownedBy(owner()));
        SessionRows.update(store, claimed);
        return claimed;
    }

    @Override
    public void accept(SessionId id, Turn turn, Instant now, Guard guard)
            throws InterruptedException {
        database.change(store -> {
            claim(store, id, guard);
            SessionRows.accept(store, id, turn, now);
        });
    }

    @Override
    public void recover(Instant now) throws InterruptedException {
        boolean isNeeded =
                database.read(store ->
                        SessionRows.owned(store).stream()
                                .anyMatch(session -> session.isAbandoned(owner())));
        if (!isNeeded) {
            return;
        }
        database.change(store -> {
            for (var session : SessionRows.owned(store)) {
                if (session.isAbandoned(owner())) {
                    interrupt(store, session, now);
                }
            }
        });
    }

    private static void interrupt(Statements store, SessionRow session, Instant now)
            throws SQLException {
        var id = session.id();
        var newest =
                session.standing().state() == SessionState.WAITING
                        ? SessionRows.before(store, id, Long.MAX_VALUE, Interruption.NEWEST)
                        : List.<LoggedEvent>of();
        var last = SessionRows.lastSequence(store, id);
        var interruption =
                Interruption.of(session, SessionRows.unsettled(store, id), newest, last, now);
        for (var event : interruption.events()) {
            SessionRows.append(store, event);
        }
        for (var turn : interruption.turns()) {
            SessionRows.settle(store, id, turn, Turn.State.INTERRUPTED);
        }
        SessionRows.update(store, interruption.session());
    }

    @Override
    public void append(LoggedEvent event, Receipt receipt) throws InterruptedException {
        submit(store -> SessionRows.append(store, event), receipt);
    }

    @Override
    public void update(SessionRow row, Receipt receipt) throws InterruptedException {
        submit(store -> SessionRows.update(store, row), receipt);
    }

    @Override
    public void settle(SessionId id, String turnId, Turn.State state, Receipt receipt)
            throws InterruptedException {
        submit(store -> SessionRows.settle(store, id, turnId, state), receipt);
    }

    @Override
    public void flush() throws InterruptedException {
        database.change(_ -> {});
    }

    @Override
    public void awaitStored() throws InterruptedException {
        database.awaitStored();
    }

    private void submit(Database.Change change, Receipt receipt) throws InterruptedException {
        database.submit(new Confirmed(change, receipt));
    }

    /// A change that has happened already, with its receipt.
    private record Confirmed(Database.Change change, Receipt receipt) implements Write {
        @Override
        public void run(Statements store) throws SQLException {
            change.run(store);
        }

        @Override
        public void stored() {
            receipt.stored();
        }

        @Override
        public void failed(Problem problem) {
            receipt.failed(problem);
        }
    }
}
