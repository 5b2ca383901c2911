package dev.parley.store.sqlite;

import dev.parley.api.ChainLink;
import dev.parley.event.Permission;
import dev.parley.store.ChainStore;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/// Chains in SQLite.
public final class SqliteChainStore implements ChainStore {
    private static final String SPENT =
            "select count(*) as runs, coalesce(sum(cost_usd), 0) as usd,"
                    + " coalesce(sum(case when is_over = 1 and cost_usd is null then 1 else 0 end), 0)"
                    + " as unknown from agent_run where ";

    private final Database database;

    public SqliteChainStore(Database database) {
        this.database = database;
    }

    @Override
    public void open(ChainLink link, Instant now) throws InterruptedException {
        var _ = database.write(statements -> open(statements, link, now));
    }

    private static int open(Statements statements, ChainLink link, Instant now)
            throws SQLException {
        return statements.update(
                "insert into pass (id, chain, depth, permission, who, is_open, updated_at)"
                        + " values (?, ?, ?, ?, ?, 1, ?) on conflict (id) do update set"
                        + " chain = excluded.chain, depth = excluded.depth,"
                        + " permission = excluded.permission, is_open = 1,"
                        + " updated_at = excluded.updated_at",
                link.id(),
                link.chain(),
                link.depth(),
                link.permission().wireName(),
                link.who(),
                now.toEpochMilli());
    }

    @Override
    public void begin(ChainLink link, String run, String model, Instant now)
            throws InterruptedException {
        var _ =
                database.write(statements -> {
                    statements.update(
                            "insert into agent_run (id, chain, model, cost_usd, is_over, began_at)"
                                    + " values (?, ?, ?, null, 0, ?)",
                            run,
                            link.chain(),
                            model,
                            now.toEpochMilli());
                    return open(statements, link, now);
                });
    }

    @Override
    public void end(ChainLink link, String run, Optional<Double> usd, Instant now)
            throws InterruptedException {
        var _ =
                database.write(statements -> {
                    statements.update(
                            "update agent_run set cost_usd = ?, is_over = 1 where id = ?",
                            usd.orElse(null),
                            run);
                    return statements.update(
                            "update pass set is_open = 0, updated_at = ? where id = ?",
                            now.toEpochMilli(),
                            link.id());
                });
    }

    @Override
    public Optional<ChainLink> find(String id) throws InterruptedException {
        return database.read(statements ->
                statements.first(
                        "select id, chain, depth, permission, who from pass"
                                + " where id = ? and is_open = 1",
                        row ->
                                new ChainLink(
                                        row.getString("id"),
                                        row.getString("chain"),
                                        row.getInt("depth"),
                                        Permission.named(row.getString("permission")),
                                        row.getString("who")),
                        id));
    }

    @Override
    public Spent ofChain(String chain) throws InterruptedException {
        return spent("chain = ?", chain);
    }

    @Override
    public Spent since(Instant begin) throws InterruptedException {
        return spent("began_at >= ?", begin.toEpochMilli());
    }

    private Spent spent(String condition, Object value) throws InterruptedException {
        return database.read(statements ->
                        statements.first(
                                SPENT + condition,
                                row ->
                                        new Spent(
                                                row.getLong("runs"),
                                                row.getDouble("usd"),
                                                row.getLong("unknown")),
                                value))
                .orElse(Spent.NOTHING);
    }

    @Override
    public void forget(Instant before) throws InterruptedException {
        var _ =
                database.write(statements -> {
                    statements.update(
                            "delete from agent_run where began_at < ?", before.toEpochMilli());
                    return statements.update(
                            "delete from pass where updated_at < ?", before.toEpochMilli());
                });
    }
}
