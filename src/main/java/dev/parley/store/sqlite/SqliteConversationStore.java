package dev.parley.store.sqlite;

import dev.parley.base.json.Json;
import dev.parley.store.ConversationKey;
import dev.parley.store.ConversationStore;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Conversations across tools in SQLite.
public final class SqliteConversationStore implements ConversationStore {
    private static final String OF_KEY = " where project = ? and session_id = ?";
    private static final String TURN =
            "number, at, tool, role, content, metadata, provider, native_id";
    private static final String SUMMARY =
            "select c.project, c.session_id, c.created_at, c.updated_at,"
                    + " (select count(*) from conversation_turn t where t.project = c.project"
                    + " and t.session_id = c.session_id),"
                    + " coalesce((select substr(t.content, 1, 300) from conversation_turn t"
                    + " where t.project = c.project and t.session_id = c.session_id"
                    + " order by t.number limit 1), '') from conversation c";
    private static final String LIKE = " like ? escape '\\'";

    private final Database database;

    public SqliteConversationStore(Database database) {
        this.database = database;
    }

    @Override
    public long append(ConversationKey key, Said said, Instant at) throws InterruptedException {
        var project = key.project().toString();
        return database.write(statements -> {
            statements.update(
                    "insert into conversation (project, session_id, created_at, updated_at)"
                            + " values (?, ?, ?, ?)"
                            + " on conflict (project, session_id)"
                            + " do update set updated_at = excluded.updated_at",
                    project,
                    key.sessionId(),
                    at.toEpochMilli(),
                    at.toEpochMilli());
            var number =
                    statements
                                    .first(
                                            "select coalesce(max(number), 0) from conversation_turn"
                                                    + OF_KEY,
                                            row -> row.getLong(1),
                                            project,
                                            key.sessionId())
                                    .orElse(0L)
                            + 1;
            statements.update(
                    "insert into conversation_turn (project, session_id, "
                            + TURN
                            + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    project,
                    key.sessionId(),
                    number,
                    at.toEpochMilli(),
                    said.tool(),
                    said.role().name().toLowerCase(Locale.ROOT),
                    said.content(),
                    Json.write(said.metadata()),
                    said.provider(),
                    said.nativeId().orElse(null));
            return number;
        });
    }

    @Override
    public List<Turn> turns(ConversationKey key, long after) throws InterruptedException {
        return database.read(statements ->
                statements.query(
                        "select "
                                + TURN
                                + " from conversation_turn"
                                + OF_KEY
                                + " and number > ? order by number",
                        row -> turn(row, 1),
                        key.project().toString(),
                        key.sessionId(),
                        after));
    }

    private static Turn turn(ResultSet row, int from) throws SQLException {
        var metadata =
                Json.parseOwn(row.getString(from + 5))
                        .filter(ObjectNode.class::isInstance)
                        .map(ObjectNode.class::cast)
                        .orElseGet(Json::object);
        return new Turn(
                row.getLong(from),
                Instant.ofEpochMilli(row.getLong(from + 1)),
                new Said(
                        row.getString(from + 2),
                        Role.valueOf(row.getString(from + 3).toUpperCase(Locale.ROOT)),
                        row.getString(from + 4),
                        metadata,
                        row.getString(from + 6),
                        Optional.ofNullable(row.getString(from + 7))));
    }

    @Override
    public Optional<NativeSession> nativeSession(ConversationKey key, String provider)
            throws InterruptedException {
        return database.read(statements ->
                statements.first(
                        "select provider, native_id, known from native_session"
                                + OF_KEY
                                + " and provider = ?",
                        row ->
                                new NativeSession(
                                        row.getString(1), row.getString(2), row.getLong(3)),
                        key.project().toString(),
                        key.sessionId(),
                        provider));
    }

    @Override
    public void bind(ConversationKey key, NativeSession session) throws InterruptedException {
        database.write(statements ->
                statements.update(
                        "insert into native_session (project, session_id, provider, native_id, known)"
                                + " values (?, ?, ?, ?, ?)"
                                + " on conflict (project, session_id, provider) do update"
                                + " set native_id = excluded.native_id, known = excluded.known",
                        key.project().toString(),
                        key.sessionId(),
                        session.provider(),
                        session.nativeId(),
                        session.known()));
    }

    @Override
    public void unbind(ConversationKey key, String provider) throws InterruptedException {
        database.write(statements ->
                statements.update(
                        "delete from native_session" + OF_KEY + " and provider = ?",
                        key.project().toString(),
                        key.sessionId(),
                        provider));
    }

    @Override
    public Optional<Summary> find(ConversationKey key) throws InterruptedException {
        return database.read(statements ->
                statements.first(
                        SUMMARY + " where c.project = ? and c.session_id = ?",
                        SqliteConversationStore::summary,
                        key.project().toString(),
                        key.sessionId()));
    }

    @Override
    public List<Summary> list(Path project, Optional<String> text, int limit)
            throws InterruptedException {
        var values = new ArrayList<@Nullable Object>(List.of(project.toString()));
        text.ifPresent(words -> Collections.addAll(values, like(words), like(words)));
        values.add(limit);
        var matching =
                " and (c.session_id"
                        + LIKE
                        + " or exists (select 1 from conversation_turn t where t.project = c.project"
                        + " and t.session_id = c.session_id and t.content"
                        + LIKE
                        + "))";
        return database.read(statements ->
                statements.query(
                        SUMMARY
                                + " where c.project = ?"
                                + (text.isPresent() ? matching : "")
                                + " order by c.updated_at desc limit ?",
                        SqliteConversationStore::summary,
                        values.toArray()));
    }

    private static Summary summary(ResultSet row) throws SQLException {
        return new Summary(
                new ConversationKey(Path.of(row.getString(1)), row.getString(2)),
                Instant.ofEpochMilli(row.getLong(3)),
                Instant.ofEpochMilli(row.getLong(4)),
                row.getLong(5),
                row.getString(6));
    }

    @Override
    public List<Found> search(Path project, List<String> words, int limit)
            throws InterruptedException {
        var values = new ArrayList<@Nullable Object>(List.of(project.toString()));
        words.forEach(word -> values.add(like(word)));
        values.add(limit);
        var conditions = (" and content" + LIKE).repeat(words.size());
        return database.read(statements ->
                statements.query(
                        "select session_id, "
                                + TURN
                                + " from conversation_turn where project = ?"
                                + conditions
                                + " order by at desc, number desc limit ?",
                        row ->
                                new Found(
                                        new ConversationKey(project, row.getString(1)),
                                        turn(row, 2)),
                        values.toArray()));
    }

    private static String like(String text) {
        return "%" + text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }
}
