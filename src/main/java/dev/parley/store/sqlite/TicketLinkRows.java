package dev.parley.store.sqlite;

import dev.parley.api.SessionId;
import dev.parley.api.TicketComment;
import dev.parley.api.TicketState;
import dev.parley.event.Usage;
import dev.parley.store.TicketStore;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// The SQL of what belongs to tickets: calls that suggested them, comments, sessions.
abstract class TicketLinkRows implements TicketStore.Tickets {
    private static final String LINK =
            "ticket, session_id, follows, counted, input_tokens, output_tokens, cached_tokens,"
                    + " reasoning_tokens, cost";

    final Statements statements;

    TicketLinkRows(Statements statements) {
        this.statements = statements;
    }

    /// Carries a failure of SQLite through code that knows no SQL.
    static final class Failed extends RuntimeException {
        private final SQLException why;

        private Failed(SQLException why) {
            super(why);
            this.why = why;
        }

        SQLException why() {
            return why;
        }
    }

    interface Sql<T> {
        T run() throws SQLException;
    }

    static <T> T sql(Sql<T> sql) {
        try {
            return sql.run();
        } catch (SQLException e) {
            throw new Failed(e);
        }
    }

    static String places(int number) {
        return String.join(", ", Collections.nCopies(number, "?"));
    }

    @Override
    public void insert(TicketStore.Proposal proposal) {
        sql(() ->
                statements.update(
                        "insert into proposal (id, session_id, provider, project, fingerprint,"
                                + " told, created_at) values (?, ?, ?, ?, ?, ?, ?)",
                        proposal.id(),
                        proposal.session().map(SessionId::value).orElse(null),
                        proposal.provider(),
                        proposal.project().toString(),
                        proposal.fingerprint(),
                        0,
                        proposal.createdAt().toEpochMilli()));
    }

    @Override
    public Optional<TicketStore.Proposal> findProposal(String id) {
        return proposals("id = ?", id).stream().findFirst();
    }

    @Override
    public Optional<TicketStore.Proposal> findRepeated(String fingerprint) {
        return proposals("fingerprint = ?", fingerprint).stream().findFirst();
    }

    private List<TicketStore.Proposal> proposals(String condition, String value) {
        return sql(() ->
                statements.query(
                        "select id, session_id, provider, project, fingerprint, created_at"
                                + " from proposal where "
                                + condition
                                + " order by created_at",
                        row ->
                                new TicketStore.Proposal(
                                        row.getString(1),
                                        Optional.ofNullable(session(row, "session_id")),
                                        row.getString(3),
                                        Path.of(row.getString(4)),
                                        row.getString(5),
                                        Instant.ofEpochMilli(row.getLong(6))),
                        value));
    }

    @Override
    public TicketComment insert(TicketComment comment) {
        return sql(() -> {
            statements.update(
                    "insert into ticket_comment (ticket, text, session_id, created_at)"
                            + " values (?, ?, ?, ?)",
                    comment.ticket(),
                    comment.text(),
                    comment.session() == null ? null : comment.session().value(),
                    comment.createdAt().toEpochMilli());
            return comments(comment.ticket()).getLast();
        });
    }

    @Override
    public List<TicketComment> comments(long ticket) {
        return sql(() ->
                statements.query(
                        "select id, ticket, text, session_id, created_at from ticket_comment"
                                + " where ticket = ? order by id",
                        row ->
                                new TicketComment(
                                        row.getLong(1),
                                        row.getLong(2),
                                        row.getString(3),
                                        session(row, "session_id"),
                                        Instant.ofEpochMilli(row.getLong(5))),
                        ticket));
    }

    @Override
    public void put(TicketStore.SessionLink link) {
        var used = link.used();
        sql(() ->
                statements.update(
                        "insert or replace into ticket_session ("
                                + LINK
                                + ") values ("
                                + places(9)
                                + ")",
                        link.ticket(),
                        link.session().value(),
                        link.follows() ? 1 : 0,
                        link.counted(),
                        used.inputTokens(),
                        used.outputTokens(),
                        used.cachedTokens(),
                        used.reasoningTokens(),
                        used.totalCost()));
    }

    @Override
    public List<TicketStore.SessionLink> links(long ticket) {
        return links("ticket = ?", ticket);
    }

    @Override
    public List<TicketStore.SessionLink> links() {
        return links("ticket > ?", 0);
    }

    @Override
    public Optional<TicketStore.SessionLink> linkOf(SessionId session) {
        return links("session_id = ?", session.value()).stream().findFirst();
    }

    @Override
    public List<TicketStore.SessionLink> following(TicketState column) {
        return links(
                "follows = 1 and ticket in (select number from ticket where state = ?)",
                column.wireName());
    }

    private List<TicketStore.SessionLink> links(String condition, Object value) {
        return sql(() ->
                statements.query(
                        "select "
                                + LINK
                                + " from ticket_session where "
                                + condition
                                + " order by rowid",
                        row ->
                                new TicketStore.SessionLink(
                                        row.getLong(1),
                                        new SessionId(row.getString(2)),
                                        row.getInt(3) == 1,
                                        row.getLong(4),
                                        new Usage(
                                                row.getLong(5),
                                                row.getLong(6),
                                                number(row, 7),
                                                number(row, 8),
                                                row.getObject(9) == null
                                                        ? null
                                                        : Double.valueOf(row.getDouble(9)))),
                        value));
    }

    private static @Nullable Long number(ResultSet row, int column) throws SQLException {
        var value = row.getLong(column);
        return row.wasNull() ? null : Long.valueOf(value);
    }

    static @Nullable SessionId session(ResultSet row, String column) throws SQLException {
        var id = row.getString(column);
        return id == null ? null : new SessionId(id);
    }
}
