package dev.parley.store.sqlite;

import dev.parley.api.Job;
import dev.parley.api.JobState;
import dev.parley.base.json.Json;
import dev.parley.store.JobStore;
import dev.parley.store.OwnerProcess;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Jobs in SQLite.
public final class SqliteJobStore implements JobStore {
    private static final String COLUMNS =
            "id, owner, tool, arguments, fingerprint, state, message, requests, result, error,"
                    + " delivered, created_at, updated_at, owner_node, owner_pid, owner_start";
    private static final String SELECT = "select " + COLUMNS + " from job ";
    private static final String OPEN = "state in ('running', 'waiting')";

    private final Database database;
    private final OwnerProcess self;

    public SqliteJobStore(Database database, OwnerProcess self) {
        this.database = database;
        this.self = self;
    }

    @Override
    public void insert(Job job) throws InterruptedException {
        var _ =
                database.write(statements ->
                        statements.update(
                                "insert into job ("
                                        + COLUMNS
                                        + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                job.id(),
                                job.owner(),
                                job.tool(),
                                Json.write(job.arguments()),
                                job.fingerprint(),
                                job.state().wireName(),
                                job.message(),
                                Json.write(job.requests()),
                                text(job.result()),
                                text(job.error()),
                                job.isDelivered() ? 1 : 0,
                                job.createdAt().toEpochMilli(),
                                job.updatedAt().toEpochMilli(),
                                self.node(),
                                self.pid(),
                                self.start()));
    }

    @Override
    public void update(Job job) throws InterruptedException {
        var _ =
                database.write(statements ->
                        statements.update(
                                "update job set state = ?, message = ?, requests = ?, result = ?,"
                                        + " error = ?, updated_at = ? where id = ?",
                                job.state().wireName(),
                                job.message(),
                                Json.write(job.requests()),
                                text(job.result()),
                                text(job.error()),
                                job.updatedAt().toEpochMilli(),
                                job.id()));
    }

    @Override
    public void deliver(String id) throws InterruptedException {
        var _ =
                database.write(statements ->
                        statements.update(
                                "update job set delivered = 1 where id = ? and delivered = 0", id));
    }

    @Override
    public Optional<Job> find(String id) throws InterruptedException {
        return database.read(
                statements -> statements.first(SELECT + "where id = ?", SqliteJobStore::job, id));
    }

    @Override
    public Optional<Job> findRepeated(String fingerprint) throws InterruptedException {
        return database.read(statements ->
                statements.first(
                        SELECT + "where fingerprint = ? order by created_at desc limit 1",
                        SqliteJobStore::job,
                        fingerprint));
    }

    @Override
    public List<Job> list(String owner, int limit) throws InterruptedException {
        return database.read(statements ->
                statements.query(
                        SELECT + "where owner = ? order by created_at desc limit ?",
                        SqliteJobStore::job,
                        owner,
                        limit));
    }

    @Override
    public List<Job> orphaned() throws InterruptedException {
        record Owned(Job job, OwnerProcess owner) {}
        return database
                .read(statements ->
                        statements.query(
                                SELECT + "where " + OPEN,
                                row ->
                                        new Owned(
                                                job(row),
                                                new OwnerProcess(
                                                        row.getString("owner_node"),
                                                        row.getLong("owner_pid"),
                                                        row.getLong("owner_start")))))
                .stream()
                .filter(owned -> owned.owner().isGone(self))
                .map(Owned::job)
                .toList();
    }

    @Override
    public void forget(Instant before) throws InterruptedException {
        var _ =
                database.write(statements ->
                        statements.update(
                                "delete from job where not " + OPEN + " and updated_at < ?",
                                before.toEpochMilli()));
    }

    private static Job job(ResultSet row) throws SQLException {
        return new Job(
                row.getString("id"),
                row.getString("owner"),
                row.getString("tool"),
                json(row.getString("arguments")),
                row.getString("fingerprint"),
                JobState.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                row.getString("message"),
                json(row.getString("requests")),
                optional(row.getString("result")),
                optional(row.getString("error")),
                row.getInt("delivered") != 0,
                Instant.ofEpochMilli(row.getLong("created_at")),
                Instant.ofEpochMilli(row.getLong("updated_at")));
    }

    private static @Nullable JsonNode optional(@Nullable String text) {
        return text == null ? null : json(text);
    }

    private static JsonNode json(String text) {
        return Json.parseOwn(text).orElseGet(Json::object);
    }

    private static @Nullable String text(@Nullable JsonNode json) {
        return json == null ? null : Json.write(json);
    }
}
