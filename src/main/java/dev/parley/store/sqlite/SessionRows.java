package dev.parley.store.sqlite;

import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.store.OwnerProcess;
import dev.parley.store.SessionRow;
import dev.parley.store.SessionStore.Listed;
import dev.parley.store.Turn;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/// The SQL of live sessions. Everything here runs on a thread of the store.
final class SessionRows {
    private static final String COLUMNS =
            "id, provider, native_id, state, cwd, model, shown_model, permission, system,"
                    + " directories, home, title, turn_id, owner_node, owner_pid, owner_start,"
                    + " created_at, updated_at, tools";

    /// How many characters of events are read at once.
    private static final long FULL_PAGE = 4 * 1024 * 1024;

    private SessionRows() {}

    static void insert(Statements store, SessionRow row) throws SQLException {
        var asked = row.asked();
        var now = row.standing();
        store.update(
                "insert into live_session ("
                        + COLUMNS
                        + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row.id().value(),
                asked.provider(),
                now.nativeId(),
                now.state().wireName(),
                asked.cwd().toString(),
                now.model(),
                now.shownModel(),
                now.permission().wireName(),
                asked.system(),
                Json.write(asked.directories().stream().map(Path::toString).toList()),
                asked.home() == null ? null : asked.home().toString(),
                now.title(),
                now.turnId(),
                now.owner() == null ? null : now.owner().node(),
                now.owner() == null ? null : now.owner().pid(),
                now.owner() == null ? null : now.owner().start(),
                asked.createdAt().toEpochMilli(),
                now.updatedAt().toEpochMilli(),
                asked.tools() == null ? null : Json.write(asked.tools()));
    }

    static void update(Statements store, SessionRow row) throws SQLException {
        var now = row.standing();
        store.update(
                "update live_session set native_id = ?, state = ?, model = ?, shown_model = ?,"
                        + " permission = ?, title = ?, turn_id = ?, owner_node = ?, owner_pid = ?,"
                        + " owner_start = ?, updated_at = ? where id = ?",
                now.nativeId(),
                now.state().wireName(),
                now.model(),
                now.shownModel(),
                now.permission().wireName(),
                now.title(),
                now.turnId(),
                now.owner() == null ? null : now.owner().node(),
                now.owner() == null ? null : now.owner().pid(),
                now.owner() == null ? null : now.owner().start(),
                now.updatedAt().toEpochMilli(),
                row.id().value());
    }

    static Optional<SessionRow> find(Statements store, SessionId id) throws SQLException {
        return store.first(
                "select " + COLUMNS + " from live_session where id = ?",
                SessionRows::session,
                id.value());
    }

    /// The sessions with this native one, the newest first.
    static List<SessionRow> withNative(Statements store, SessionKey key) throws SQLException {
        return store.query(
                "select "
                        + COLUMNS
                        + " from live_session where provider = ? and native_id = ?"
                        + " order by updated_at desc",
                SessionRows::session,
                key.provider(),
                key.nativeId());
    }

    static List<SessionRow> owned(Statements store) throws SQLException {
        return store.query(
                "select " + COLUMNS + " from live_session where owner_pid is not null",
                SessionRows::session);
    }

    /// Those that were changed just now, open or not. What seems to come later was changed before
    /// the clock was set back, and not just now.
    static List<SessionRow> changedAround(Statements store, Instant time, Duration tolerance)
            throws SQLException {
        return store.query(
                "select " + COLUMNS + " from live_session where updated_at between ? and ?",
                SessionRows::session,
                time.minus(tolerance).toEpochMilli(),
                time.plus(tolerance).toEpochMilli());
    }

    static Optional<Listed> findListed(Statements store, SessionId id) throws SQLException {
        return store.first(
                "select " + COLUMNS + ", " + LAST + " from live_session s where id = ?",
                row -> new Listed(session(row), row.getLong(20)),
                id.value());
    }

    static List<Listed> newest(Statements store, int limit) throws SQLException {
        return store.query(
                "select "
                        + COLUMNS
                        + ", "
                        + LAST
                        + " from live_session s order by updated_at desc limit ?",
                row -> new Listed(session(row), row.getLong(20)),
                limit);
    }

    private static final String LAST =
            "(select coalesce(max(sequence), 0) from live_event e where e.session_id = s.id)";

    static long lastSequence(Statements store, SessionId id) throws SQLException {
        return store.first(
                        "select coalesce(max(sequence), 0) from live_event where session_id = ?",
                        row -> row.getLong(1),
                        id.value())
                .orElse(0L);
    }

    static void append(Statements store, LoggedEvent event) throws SQLException {
        store.update(
                "insert into live_event (session_id, sequence, json) values (?, ?, ?)",
                event.session().value(),
                event.sequence(),
                event.json());
    }

    /// Fewer than asked for where they are large; none only where there is none.
    static List<LoggedEvent> after(Statements store, SessionId id, long sequence, int limit)
            throws SQLException {
        return store.queryUntil(
                "select sequence, json from live_event where session_id = ? and sequence > ?"
                        + " order by sequence limit ?",
                row -> new LoggedEvent(id, row.getLong(1), row.getString(2), null),
                pageIsFull(),
                id.value(),
                sequence,
                limit);
    }

    /// The newest events of a session, the newest first.
    static List<LoggedEvent> before(Statements store, SessionId id, long sequence, int limit)
            throws SQLException {
        return store.queryUntil(
                "select sequence, json from live_event where session_id = ? and sequence < ?"
                        + " order by sequence desc limit ?",
                row -> new LoggedEvent(id, row.getLong(1), row.getString(2), null),
                pageIsFull(),
                id.value(),
                sequence,
                limit);
    }

    /// Every event begins with its type.
    static List<LoggedEvent> ofType(Statements store, String type, int limit) throws SQLException {
        return store.query(
                "select session_id, sequence, json from live_event"
                        + " where json like ? order by rowid desc limit ?",
                row ->
                        new LoggedEvent(
                                SessionId.of(row.getString(1)),
                                row.getLong(2),
                                row.getString(3),
                                null),
                "{\"type\":\"" + type + "\"%",
                limit);
    }

    private static Predicate<LoggedEvent> pageIsFull() {
        var read = new AtomicLong();
        return recorded -> read.addAndGet(recorded.json().length()) >= FULL_PAGE;
    }

    static void accept(Statements store, SessionId id, Turn turn, Instant now) throws SQLException {
        store.update(
                "insert into live_prompt (session_id, turn_id, text, images, state, accepted_at)"
                        + " values (?, ?, ?, ?, 'accepted', ?)",
                id.value(),
                turn.id(),
                turn.text(),
                Json.write(turn.images()),
                now.toEpochMilli());
    }

    static void settle(Statements store, SessionId id, String turnId, Turn.State state)
            throws SQLException {
        store.update(
                "update live_prompt set state = ? where session_id = ? and turn_id = ?",
                state.wireName(),
                id.value(),
                turnId);
    }

    /// Prompts that were accepted and have not come to an end, in their order.
    static List<String> unsettled(Statements store, SessionId id) throws SQLException {
        return store.query(
                "select turn_id from live_prompt where session_id = ?"
                        + " and state in ('accepted', 'sent') order by accepted_at, turn_id",
                row -> row.getString(1),
                id.value());
    }

    private static SessionRow session(ResultSet row) throws SQLException {
        var home = row.getString(11);
        var tools = row.getString(19);
        return new SessionRow(
                new SessionId(row.getString(1)),
                new SessionRow.Asked(
                        row.getString(2),
                        Path.of(row.getString(5)),
                        row.getString(9),
                        strings(row.getString(10)).stream().map(Path::of).toList(),
                        home == null ? null : Path.of(home),
                        tools == null ? null : strings(tools),
                        Instant.ofEpochMilli(row.getLong(17))),
                new SessionRow.Standing(
                        row.getString(3),
                        SessionState.ofWireName(row.getString(4)),
                        row.getString(6),
                        row.getString(7),
                        Permission.valueOf(row.getString(8).toUpperCase(Locale.ROOT)),
                        row.getString(12),
                        row.getString(13),
                        owner(row),
                        Instant.ofEpochMilli(row.getLong(18))));
    }

    private static List<String> strings(String array) {
        return Json.parseOwn(array).stream()
                .flatMap(JsonNode::valueStream)
                .map(JsonNode::asString)
                .toList();
    }

    /// A row of before there were nodes is one of this.
    private static @Nullable OwnerProcess owner(ResultSet row) throws SQLException {
        var node = row.getString(14);
        var pid = row.getLong(15);
        return row.wasNull()
                ? null
                : new OwnerProcess(node == null ? OwnerProcess.LOCAL : node, pid, row.getLong(16));
    }
}
