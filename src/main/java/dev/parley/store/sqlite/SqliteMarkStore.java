package dev.parley.store.sqlite;

import dev.parley.api.Mark;
import dev.parley.store.MarkStore;

import org.jspecify.annotations.Nullable;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Marks in SQLite.
public final class SqliteMarkStore implements MarkStore {
    private static final String COLUMNS =
            "ref, live_id, is_pinned, is_archived, is_unread, seen, snoozed_until, title, draft,"
                    + " updated_at";
    private static final String SELECT = "select " + COLUMNS + " from session_mark";

    private final Database database;

    public SqliteMarkStore(Database database) {
        this.database = database;
    }

    @Override
    public List<Mark> all() throws InterruptedException {
        return database.exists()
                ? database.read(store -> store.query(SELECT, SqliteMarkStore::mark))
                : List.of();
    }

    @Override
    public Optional<Mark> find(String ref) throws InterruptedException {
        return database.exists()
                ? database.read(store -> find(store, "ref", ref))
                : Optional.empty();
    }

    private static Optional<Mark> find(Statements store, String column, String value)
            throws SQLException {
        return store.first(
                SELECT + " where " + column + " = ? order by updated_at desc limit 1",
                SqliteMarkStore::mark,
                value);
    }

    @Override
    public Mark change(String ref, @Nullable String liveId, UnaryOperator<Mark> change)
            throws InterruptedException {
        return database.write(store -> {
            var known = find(store, "ref", ref);
            if (known.isEmpty() && liveId != null) {
                known = find(store, "live_id", liveId);
            }
            var now = known.orElseGet(() -> Mark.none(ref, liveId)).named(ref, liveId);
            var changed = change.apply(now);
            if (known.isPresent() && !known.get().ref().equals(ref)) {
                store.update("delete from session_mark where ref = ?", known.get().ref());
            }
            write(store, changed);
            return changed;
        });
    }

    private static void write(Statements store, Mark mark) throws SQLException {
        store.update(
                "insert or replace into session_mark ("
                        + COLUMNS
                        + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                mark.ref(),
                mark.liveId(),
                mark.isPinned() ? 1 : 0,
                mark.isArchived() ? 1 : 0,
                mark.isUnread() ? 1 : 0,
                mark.seen(),
                millis(mark.snoozedUntil()),
                mark.title(),
                mark.draft(),
                mark.updatedAt().toEpochMilli());
    }

    private static @Nullable Long millis(@Nullable Instant time) {
        return time == null ? null : Long.valueOf(time.toEpochMilli());
    }

    private static Mark mark(ResultSet row) throws SQLException {
        var snoozed = row.getLong(7);
        var isSnoozed = !row.wasNull();
        return new Mark(
                row.getString(1),
                row.getString(2),
                row.getBoolean(3),
                row.getBoolean(4),
                row.getBoolean(5),
                row.getLong(6),
                isSnoozed ? Instant.ofEpochMilli(snoozed) : null,
                row.getString(8),
                row.getString(9),
                Instant.ofEpochMilli(row.getLong(10)));
    }

    private record Put(String item, Instant until) {}

    @Override
    public Map<String, Instant> snoozed() throws InterruptedException {
        if (!database.exists()) {
            return Map.of();
        }
        return database
                .read(store ->
                        store.query(
                                "select item, until from inbox_snooze",
                                row ->
                                        new Put(
                                                row.getString(1),
                                                Instant.ofEpochMilli(row.getLong(2)))))
                .stream()
                .collect(Collectors.toMap(Put::item, Put::until));
    }

    /// What is over is forgotten on the way.
    @Override
    public void snooze(String item, @Nullable Instant until, Instant now)
            throws InterruptedException {
        database.change(store -> {
            store.update("delete from inbox_snooze where until < ?", now.toEpochMilli());
            store.update("delete from inbox_snooze where item = ?", item);
            if (until != null) {
                store.update(
                        "insert into inbox_snooze (item, until) values (?, ?)",
                        item,
                        until.toEpochMilli());
            }
        });
    }
}
