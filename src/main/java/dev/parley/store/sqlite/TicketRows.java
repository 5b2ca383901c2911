package dev.parley.store.sqlite;

import dev.parley.api.SessionId;
import dev.parley.api.Ticket;
import dev.parley.api.TicketDraft;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The SQL of the board: tickets. Everything here runs on a thread of the store.
final class TicketRows extends TicketLinkRows {
    private static final String VALUES =
            "project, title, body, kind, priority, labels, depends_on, files, state, rank,"
                    + " proposal, provider, session_id, sequence, similar, reason, edited,"
                    + " version, created_at, updated_at";
    private static final int NUMBER_OF_VALUES = 20;
    private static final String SELECT = "select number, " + VALUES + " from ticket ";

    /// Every change has a number of its own.
    private static final String NEXT_REVISION =
            "(select coalesce(max(revision), 0) + 1 from ticket)";

    TicketRows(Statements statements) {
        super(statements);
    }

    @Override
    public Ticket insert(Ticket ticket) {
        return sql(() -> {
            statements.update(
                    "insert into ticket ("
                            + VALUES
                            + ", revision) values ("
                            + places(NUMBER_OF_VALUES)
                            + ", "
                            + NEXT_REVISION
                            + ")",
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
                                + ", revision) = ("
                                + places(NUMBER_OF_VALUES)
                                + ", "
                                + NEXT_REVISION
                                + ") where number = ?",
                        values.toArray()));
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
                origin == null ? "[]" : Json.write(origin.similar()),
                ticket.reason(),
                ticket.isEdited() ? 1 : 0,
                ticket.version(),
                ticket.createdAt().toEpochMilli(),
                ticket.updatedAt().toEpochMilli());
        return values;
    }

    @Override
    public Optional<Ticket> find(long number) {
        return sql(() -> statements.first(SELECT + "where number = ?", TicketRows::ticket, number));
    }

    /// Column by column, each in the order of an index: no sorting, however many there are.
    @Override
    public List<Ticket> list(TicketQuery query) {
        var after = query.after() == null ? Optional.<Ticket>empty() : find(query.after());
        var found = new ArrayList<Ticket>();
        for (var state : query.states().stream().sorted().toList()) {
            var left = query.limit() - found.size();
            if (left > 0 && after.filter(one -> one.state().compareTo(state) > 0).isEmpty()) {
                found.addAll(column(query, state, after.filter(one -> one.state() == state), left));
            }
        }
        return found;
    }

    private List<Ticket> column(
            TicketQuery query, TicketState state, Optional<Ticket> after, int limit) {
        var conditions = new ArrayList<String>();
        var values = new ArrayList<@Nullable Object>();
        conditions.add("state = ?");
        values.add(state.wireName());
        if (query.project() != null) {
            conditions.add("project = ?");
            values.add(query.project().toString());
        }
        if (after.isPresent()) {
            conditions.add("(rank, number) > (?, ?)");
            values.add(after.get().rank());
            values.add(after.get().number());
        }
        if (query.label() != null) {
            // Most have no such letters in them, which is known sooner.
            conditions.add("instr(labels, ?) > 0");
            values.add(Json.write(query.label()));
            conditions.add("exists (select 1 from json_each(labels) where value = ?)");
            values.add(query.label());
        }
        values.add(limit);
        return sql(() ->
                statements.query(
                        SELECT
                                + "where "
                                + String.join(" and ", conditions)
                                + " order by rank, number limit ?",
                        TicketRows::ticket,
                        values.toArray()));
    }

    @Override
    public List<Ticket> ofProposal(String proposal) {
        return sql(() ->
                statements.query(
                        SELECT + "where proposal = ? order by number",
                        TicketRows::ticket,
                        proposal));
    }

    @Override
    public Set<Long> unfinished(Collection<Long> numbers) {
        return numbers.isEmpty()
                ? Set.of()
                : Set.copyOf(
                        sql(() ->
                                statements.query(
                                        "select number from ticket where number in (select value"
                                                + " from json_each(?)) and state not in ('done',"
                                                + " 'rejected')",
                                        row -> row.getLong(1),
                                        Json.write(List.copyOf(numbers)))));
    }

    @Override
    public Map<Long, String> openTitles(Path project) {
        var titles = new LinkedHashMap<Long, String>();
        sql(() ->
                        statements.query(
                                "select number, title from ticket where project = ? and state in"
                                        + " ('proposed', 'ready', 'doing', 'review')",
                                row -> Map.entry(row.getLong(1), row.getString(2)),
                                project.toString()))
                .forEach(one -> titles.put(one.getKey(), one.getValue()));
        return titles;
    }

    @Override
    public Map<String, Long> sources(Path project) {
        var sources = new HashMap<String, Long>();
        sql(() ->
                        statements.query(
                                "select source, number from ticket where project = ? and source is"
                                        + " not null",
                                row -> Map.entry(row.getString(1), row.getLong(2)),
                                project.toString()))
                .forEach(one -> sources.put(one.getKey(), one.getValue()));
        return sources;
    }

    @Override
    public void putSource(long number, String source) {
        sql(() ->
                statements.update("update ticket set source = ? where number = ?", source, number));
    }

    @Override
    public long revision() {
        return sql(() ->
                        statements.first(
                                "select coalesce(max(revision), 0) from ticket",
                                row -> row.getLong(1)))
                .orElse(0L);
    }

    @Override
    public List<Ticket> changedAfter(long revision) {
        return sql(() ->
                statements.query(
                        SELECT + "where revision > ? order by revision",
                        TicketRows::ticket,
                        revision));
    }

    /// Nobody sees ranks, so this is no change of a ticket.
    @Override
    public void spread(TicketState column) {
        sql(() ->
                statements.update(
                        "update ticket set rank = spread.rank from (select number as id, 'V' ||"
                                + " printf('%07d', row_number() over (order by rank, number)) ||"
                                + " 'V' as rank from ticket where state = ?) as spread"
                                + " where number = spread.id",
                        column.wireName()));
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
    public List<Ticket> untold(SessionId session) {
        return sql(() ->
                statements.query(
                        SELECT
                                + "where session_id = ? and told = 0 and state <> 'proposed'"
                                + " order by number",
                        TicketRows::ticket,
                        session.value()));
    }

    @Override
    public void markTold(Collection<Long> numbers) {
        sql(() ->
                statements.update(
                        "update ticket set told = 1 where number in (select value from"
                                + " json_each(?))",
                        Json.write(List.copyOf(numbers))));
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
                                row.getLong("sequence"),
                                list(row, "similar", JsonNode::asLong)),
                row.getString("reason"),
                row.getInt("edited") == 1,
                row.getLong("version"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                Instant.ofEpochMilli(row.getLong("updated_at")));
    }

    private static String upper(ResultSet row, String column) throws SQLException {
        return row.getString(column).toUpperCase(Locale.ROOT);
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
