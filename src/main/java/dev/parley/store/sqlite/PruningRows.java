package dev.parley.store.sqlite;

import dev.parley.api.SessionId;
import dev.parley.store.StoreUpkeep.Unfolded;
import dev.parley.store.StoreUse;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// The SQL of what leaves the store. Everything here runs on a thread of the store.
final class PruningRows {
    private PruningRows() {}

    /// What the events of a session take.
    record Size(SessionId id, long events, long bytes, long last) {}

    /// Of all sessions that have more than one.
    static List<Size> sizes(Statements store) throws SQLException {
        return store.query(
                "select session_id, count(*), sum(octet_length(json)"
                        + " + coalesce(octet_length(raw), 0)), max(sequence)"
                        + " from live_event group by session_id having count(*) > 1",
                row ->
                        new Size(
                                new SessionId(row.getString(1)),
                                row.getLong(2),
                                row.getLong(3),
                                row.getLong(4)));
    }

    /// @return how many of the oldest events went, at most `limit`
    static int deleteUpTo(Statements store, SessionId id, long last, int limit)
            throws SQLException {
        return store.update(
                "delete from live_event where session_id = ? and sequence in"
                        + " (select sequence from live_event where session_id = ?"
                        + " and sequence <= ? order by sequence limit ?)",
                id.value(),
                id.value(),
                last,
                limit);
    }

    static void delete(Statements store, SessionId id, long sequence) throws SQLException {
        store.update(
                "delete from live_event where session_id = ? and sequence = ?",
                id.value(),
                sequence);
    }

    /// What was said by people is in the CLI's file, too.
    static void deletePrompts(Statements store, SessionId id) throws SQLException {
        store.update(
                "delete from live_prompt where session_id = ? and state not in ('accepted', 'sent')",
                id.value());
    }

    /// @param before sessions that were at work since are left alone
    static List<Unfolded> unfolded(Statements store, Instant before) throws SQLException {
        return store.query(
                "select id, coalesce(folded_to, 0) from live_session s"
                        + " where turn_id is null and updated_at < ? and coalesce(folded_to, 0) <"
                        + " (select max(sequence) from live_event e where e.session_id = s.id)",
                row -> new Unfolded(new SessionId(row.getString(1)), row.getLong(2)),
                before.toEpochMilli());
    }

    static void foldedTo(Statements store, SessionId id, long sequence) throws SQLException {
        store.update("update live_session set folded_to = ? where id = ?", sequence, id.value());
    }

    static StoreUse use(Statements store) throws SQLException {
        return new StoreUse(
                size(
                        store,
                        "select count(*), sum(octet_length(json)"
                                + " + coalesce(octet_length(raw), 0)) from live_event"),
                size(
                        store,
                        "select count(*), sum(octet_length(text) + octet_length(images))"
                                + " from live_prompt"),
                size(
                        store,
                        "select count(*), sum(200 + coalesce(octet_length(system), 0)"
                                + " + octet_length(directories)) from live_session"),
                store.query(
                        "select distinct home from live_session where home is not null",
                        row -> Path.of(row.getString(1))));
    }

    private static StoreUse.Part size(Statements store, String sql) throws SQLException {
        return store.first(sql, row -> new StoreUse.Part(row.getLong(1), row.getLong(2)))
                .orElseThrow();
    }
}
