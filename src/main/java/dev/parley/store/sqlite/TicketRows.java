package dev.parley.store.sqlite;

import dev.parley.api.SessionId;
import dev.parley.api.Ticket;
import dev.parley.api.TicketComment;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.base.json.Json;
import dev.parley.store.TicketStore;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// The SQL of the board. Everything here runs on a thread of the store.
final class TicketRows implements TicketStore.Tickets {
    private static final String VALUES =
            "project, title, body, kind, priority, labels, depends_on, files, state, rank,"
                    + " proposal, provider, session_id, sequence, reason, edited, created_at,"
                    + " updated_at";
    private static final String COLUMN_ORDER =
            "case state when 'proposed' then 0 when 'ready' then 1 when 'doing' then 2"
                    + " when 'review' then 3 when 'done' then 4 else 5 end";

    private final Statements statements;

    TicketRows(Statements statements) {
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

    private interface Sql<T> {
        T run() throws SQLException;
    }

    private static <T> T sql(Sql<T> sql) {
        try {
            return sql.run();
        } catch (SQLException e) {
            throw new Failed(e);
        }
    }

    @Override
    public Ticket insert(Ticket ticket) {
        return sql(() -> {
            statements.update(
                    "insert into ticket (" + VALUES + ") values (" + places(18) + ")",
                    values(ticket).toArray());
            var number = statements.first("select last_insert_rowid()", row -> row.getLong(1));
            return find(number.orElseThrow()).orElseThrow();
        });
    }

    @Override
    public void update(Ticket ticket) {
        var values = values(ticket);
        values.add(ticket.number());
        sql(() ->
                statements.update(
                        "update ticket set ("
                                + VALUES
                                + ") = ("
                                + places(18)
                                + ") where number = ?",
                        values.toArray()));
    }

    private static String places(int number) {
        return String.join(", ", Collections.nCopies(number, "?"));
    }

    private static List<@Nullable Object> values(Ticket ticket) {
        var draft = ticket.draft();
        var origin = ticket.origin();
        var values = new ArrayList<@Nullable Object>();
        Collections.addAll(
                values,
                ticket.project().toString(),
                draft.title(),
                draft.body(),
                draft.kind().wireName(),
                draft.priority().wireName(),
                Json.write(draft.labels()),
                Json.write(draft.dependsOn()),
                Json.write(draft.files()),
                ticket.state().wireName(),
                ticket.rank(),
                origin == null ? null : origin.proposal(),
                origin == null ? null : origin.provider(),
                origin == null || origin.session() == null ? null : origin.session().value(),
                origin == null ? 0L : origin.sequence(),
                ticket.reason(),
                ticket.isEdited() ? 1 : 0,
                ticket.createdAt().toEpochMilli(),
                ticket.updatedAt().toEpochMilli());
        return values;
    }

    @Override
    public Optional<Ticket> find(long number) {
        return sql(() ->
                statements.first(
                        "select number, " + VALUES + " from ticket where number = ?",
                        TicketRows::ticket,
                        number));
    }

    @Override
    public List<Ticket> list(TicketQuery query) {
        var conditions = new ArrayList<String>();
        var values = new ArrayList<@Nullable Object>();
        if (query.project() != null) {
            conditions.add("project = ?");
            values.add(query.project().toString());
        }
        if (query.proposal() != null) {
            conditions.add("proposal = ?");
            values.add(query.proposal());
        }
        conditions.add("state in (" + places(query.states().size()) + ")");
        query.states().stream().sorted().map(TicketState::wireName).forEach(values::add);
        values.add(query.limit());
        return sql(() ->
                statements.query(
                        "select number, "
                                + VALUES
                                + " from ticket where "
                                + String.join(" and ", conditions)
                                + " order by "
                                + COLUMN_ORDER
                                + ", rank, number limit ?",
                        TicketRows::ticket,
                        values.toArray()));
    }

    @Override
    public Optional<String> lastRank(TicketState column) {
        return sql(() ->
                statements.first(
                        "select rank from ticket where state = ? order by rank desc limit 1",
                        row -> row.getString(1),
                        column.wireName()));
    }

    @Override
    public Optional<String> rankBefore(TicketState column, String rank) {
        return sql(() ->
                statements.first(
                        "select rank from ticket where state = ? and rank < ?"
                                + " order by rank desc limit 1",
                        row -> row.getString(1),
                        column.wireName(),
                        rank));
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
                        proposal.isTold() ? 1 : 0,
                        proposal.createdAt().toEpochMilli()));
    }

    @Override
    public void update(TicketStore.Proposal proposal) {
        sql(() ->
                statements.update(
                        "update proposal set told = ? where id = ?",
                        proposal.isTold() ? 1 : 0,
                        proposal.id()));
    }

    @Override
    public Optional<TicketStore.Proposal> findProposal(String id) {
        return proposals("id = ?", id).stream().findFirst();
    }

    @Override
    public Optional<TicketStore.Proposal> findRepeated(String fingerprint) {
        return proposals("fingerprint = ?", fingerprint).stream().findFirst();
    }

    @Override
    public List<TicketStore.Proposal> untold(SessionId session) {
        return proposals("told = 0 and session_id = ?", session.value());
    }

    private List<TicketStore.Proposal> proposals(String condition, String value) {
        return sql(() ->
                statements.query(
                        "select id, session_id, provider, project, fingerprint, told, created_at"
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
                                        row.getInt(6) == 1,
                                        Instant.ofEpochMilli(row.getLong(7))),
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
    public void link(long ticket, SessionId session) {
        sql(() ->
                statements.update(
                        "insert or ignore into ticket_session (ticket, session_id) values (?, ?)",
                        ticket,
                        session.value()));
    }

    @Override
    public List<SessionId> sessions(long ticket) {
        return sql(() ->
                statements.query(
                        "select session_id from ticket_session where ticket = ? order by rowid",
                        row -> new SessionId(row.getString(1)),
                        ticket));
    }

    @Override
    public Optional<Long> ticketOf(SessionId session) {
        return sql(() ->
                statements.first(
                        "select ticket from ticket_session where session_id = ?",
                        row -> row.getLong(1),
                        session.value()));
    }

    private static Ticket ticket(ResultSet row) throws SQLException {
        var draft =
                new TicketDraft(
                        row.getString("title"),
                        row.getString("body"),
                        TicketDraft.Kind.valueOf(upper(row, "kind")),
                        TicketDraft.Priority.valueOf(upper(row, "priority")),
                        list(row, "labels", JsonNode::asString),
                        list(row, "depends_on", JsonNode::asLong),
                        list(row, "files", JsonNode::asString));
        var proposal = row.getString("proposal");
        return new Ticket(
                row.getLong("number"),
                Path.of(row.getString("project")),
                draft,
                TicketState.valueOf(upper(row, "state")),
                row.getString("rank"),
                proposal == null
                        ? null
                        : new Ticket.Origin(
                                proposal,
                                row.getString("provider"),
                                session(row, "session_id"),
                                row.getLong("sequence")),
                row.getString("reason"),
                row.getInt("edited") == 1,
                Instant.ofEpochMilli(row.getLong("created_at")),
                Instant.ofEpochMilli(row.getLong("updated_at")));
    }

    private static String upper(ResultSet row, String column) throws SQLException {
        return row.getString(column).toUpperCase(Locale.ROOT);
    }

    private static @Nullable SessionId session(ResultSet row, String column) throws SQLException {
        var id = row.getString(column);
        return id == null ? null : new SessionId(id);
    }

    /// Most lists are empty, and a board has thousands of them.
    private static <T> List<T> list(ResultSet row, String column, Function<JsonNode, T> value)
            throws SQLException {
        var text = row.getString(column);
        return text.equals("[]")
                ? List.of()
                : Json.parseOwn(text).orElseThrow().valueStream().map(value).toList();
    }
}
