package dev.parley.session.retention;

import dev.parley.api.SessionId;
import dev.parley.session.store.SessionRow;
import dev.parley.session.store.SessionRows;
import dev.parley.store.sqlite.Statements;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The SQL of what leaves the store. Everything here runs on a thread of the store.
final class PruningRows {
    private PruningRows() {}

    /// A session and what its events take.
    record Sized(SessionRow session, long events, long bytes, long last) {}

    /// All sessions that have more than one event, the oldest first.
    static List<Sized> sized(Statements store) throws SQLException {
        return store
                .query(
                        "select session_id, count(*), sum(octet_length(json)"
                                + " + coalesce(octet_length(raw), 0)), max(sequence)"
                                + " from live_event group by session_id having count(*) > 1",
                        row ->
                                new Object[] {
                                    row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4)
                                })
                .stream()
                .flatMap(row -> sized(store, row).stream())
                .sorted((one, other) ->
                        one.session()
                                .standing()
                                .updatedAt()
                                .compareTo(other.session().standing().updatedAt()))
                .toList();
    }

    private static Optional<Sized> sized(Statements store, Object[] row) {
        try {
            return SessionRows.find(store, new SessionId((String) row[0]))
                    .map(session ->
                            new Sized(session, (long) row[1], (long) row[2], (long) row[3]));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
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

    /// A session whose messages may be in there twice: in pieces, and whole.
    record Unfolded(SessionId id, long from) {}

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

    static StoreUse.Part size(Statements store, String sql) throws SQLException {
        return store.first(sql, row -> new StoreUse.Part(row.getLong(1), row.getLong(2)))
                .orElseThrow();
    }
}
