package dev.parley.store.sqlite;

import dev.parley.api.RaceInfo;
import dev.parley.base.json.Json;
import dev.parley.store.OwnerProcess;
import dev.parley.store.RaceStore;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Races in SQLite. What a race is made of is one column of JSON; what is looked for has columns of
/// its own.
public final class SqliteRaceStore implements RaceStore {
    private final Database database;
    private final OwnerProcess self;

    public SqliteRaceStore(Database database, OwnerProcess self) {
        this.database = database;
        this.self = self;
    }

    @Override
    public boolean exists() {
        return database.exists();
    }

    @Override
    public void insert(RaceInfo race) throws InterruptedException {
        database.change(statements ->
                statements.update(
                        "insert into race (id, body, is_over, owner_node, owner_pid, owner_start,"
                                + " started_at) values (?, ?, ?, ?, ?, ?, ?)",
                        race.id(),
                        Json.write(race),
                        race.isOver() ? 1 : 0,
                        self.node(),
                        self.pid(),
                        self.start(),
                        race.startedAt().toEpochMilli()));
    }

    @Override
    public Optional<RaceInfo> find(String id) throws InterruptedException {
        return database.read(statements -> find(statements, id));
    }

    private static Optional<RaceInfo> find(Statements statements, String id) throws SQLException {
        return statements.first("select body from race where id = ?", SqliteRaceStore::race, id);
    }

    @Override
    public List<RaceInfo> list(int limit) throws InterruptedException {
        return database.read(statements ->
                statements.query(
                        "select body from race order by started_at desc, id limit ?",
                        SqliteRaceStore::race,
                        limit));
    }

    @Override
    public Optional<RaceInfo> update(String id, UnaryOperator<RaceInfo> change)
            throws InterruptedException {
        return database.write(statements -> {
            var changed = find(statements, id).map(change);
            if (changed.isPresent()) {
                statements.update(
                        "update race set body = ?, is_over = ? where id = ?",
                        Json.write(changed.get()),
                        changed.get().isOver() ? 1 : 0,
                        id);
            }
            return changed;
        });
    }

    @Override
    public List<RaceInfo> abandoned() throws InterruptedException {
        record Owned(RaceInfo race, OwnerProcess owner) {}
        return database
                .read(statements ->
                        statements.query(
                                "select body, owner_node, owner_pid, owner_start from race where"
                                        + " is_over = 0",
                                row ->
                                        new Owned(
                                                race(row),
                                                new OwnerProcess(
                                                        row.getString("owner_node"),
                                                        row.getLong("owner_pid"),
                                                        row.getLong("owner_start")))))
                .stream()
                .filter(owned -> owned.owner().isGone(self))
                .map(Owned::race)
                .toList();
    }

    @Override
    public void forget(Instant before) throws InterruptedException {
        database.change(statements ->
                statements.update(
                        "delete from race where is_over = 1 and started_at < ?",
                        before.toEpochMilli()));
    }

    private static RaceInfo race(ResultSet row) throws SQLException {
        return Json.read(Json.parseOwn(row.getString("body")).orElseThrow(), RaceInfo.class);
    }
}
