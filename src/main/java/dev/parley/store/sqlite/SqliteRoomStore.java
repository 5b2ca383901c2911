package dev.parley.store.sqlite;

import dev.parley.api.Agent;
import dev.parley.api.Finding;
import dev.parley.api.Room;
import dev.parley.api.RoomMessage;
import dev.parley.base.json.Json;
import dev.parley.store.OwnerProcess;
import dev.parley.store.RoomStore;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Rooms in SQLite. What a room, a message, a finding or an agent is made of is one column of JSON;
/// what is looked for has columns of its own.
public final class SqliteRoomStore implements RoomStore {
    private static final String BY_NAME = "select body from room where name = ?";
    private static final String SEATS =
            "select room, agent, session_id, seen, fingerprint, sent_tokens from room_seat ";

    /// What is read at once for a client.
    private static final long MOST_BYTES = 32L << 20;

    private static final String WITHOUT_PICTURES =
            """
            select case when json_array_length(body, '$.images') > 0
              then json_set(body, '$.images', (select json_group_array(json_object(
                'mediaType', json_extract(value, '$.mediaType'), 'data', '')) from json_each(body, '$.images')))
              else body end as body\
            """;

    private final Database database;
    private final OwnerProcess self;

    public SqliteRoomStore(Database database, OwnerProcess self) {
        this.database = database;
        this.self = self;
    }

    @Override
    public boolean exists() {
        return database.exists();
    }

    @Override
    public boolean insert(Room room) throws InterruptedException {
        return database.write(statements ->
                statements.update(
                                "insert into room (name, body, state, updated_at) values (?, ?, ?, ?)"
                                        + " on conflict (name) do nothing",
                                room.name(),
                                Json.write(room),
                                room.state().wireName(),
                                room.updatedAt().toEpochMilli())
                        > 0);
    }

    @Override
    public Optional<Room> find(String name) throws InterruptedException {
        return database.read(statements -> find(statements, name));
    }

    private static Optional<Room> find(Statements statements, String name) throws SQLException {
        return statements.first(BY_NAME, row -> body(row, Room.class), name);
    }

    @Override
    public List<Room> list() throws InterruptedException {
        return database.read(statements ->
                statements.query(
                        "select body from room order by updated_at desc, name",
                        row -> body(row, Room.class)));
    }

    @Override
    public boolean delete(String name) throws InterruptedException {
        return database.write(statements -> {
            statements.update("delete from room_message where room = ?", name);
            statements.update("delete from room_seat where room = ?", name);
            statements.update("delete from room_finding where room = ?", name);
            statements.update("delete from room_course where room = ?", name);
            return statements.update("delete from room where name = ?", name) > 0;
        });
    }

    @Override
    public Optional<Room> update(String name, UnaryOperator<Room> change)
            throws InterruptedException {
        return database.write(statements -> {
            var found = find(statements, name).map(change);
            if (found.isPresent()) {
                put(statements, found.get());
            }
            return found;
        });
    }

    private static void put(Statements statements, Room room) throws SQLException {
        statements.update(
                "update room set body = ?, state = ?, updated_at = ? where name = ?",
                Json.write(room),
                room.state().wireName(),
                room.updatedAt().toEpochMilli(),
                room.name());
    }

    @Override
    public Optional<OwnerProcess> claim(String name) throws InterruptedException {
        return database.write(statements -> {
            var owner =
                    statements.first(
                            "select owner_node, owner_pid, owner_start from room where name = ? and"
                                    + " owner_pid is not null",
                            SqliteRoomStore::owner,
                            name);
            var other = owner.filter(it -> !it.equals(self) && !it.isGone(self));
            if (other.isEmpty()) {
                statements.update(
                        "update room set owner_node = ?, owner_pid = ?, owner_start = ? where name = ?",
                        self.node(),
                        self.pid(),
                        self.start(),
                        name);
            }
            return other;
        });
    }

    @Override
    public void release(String name) throws InterruptedException {
        database.change(statements ->
                statements.update(
                        "update room set owner_pid = null where name = ? and owner_node = ? and"
                                + " owner_pid = ? and owner_start = ?",
                        name,
                        self.node(),
                        self.pid(),
                        self.start()));
    }

    @Override
    public List<Room> abandoned() throws InterruptedException {
        record Owned(Room room, Optional<OwnerProcess> owner) {}
        return database
                .read(statements ->
                        statements.query(
                                "select body, owner_node, owner_pid, owner_start from room where"
                                        + " state = 'running'",
                                row ->
                                        new Owned(
                                                body(row, Room.class),
                                                row.getObject("owner_pid") == null
                                                        ? Optional.empty()
                                                        : Optional.of(owner(row)))))
                .stream()
                .filter(owned -> owned.owner().isEmpty() || owned.owner().get().isGone(self))
                .map(Owned::room)
                .toList();
    }

    @Override
    public RoomMessage append(String room, RoomMessage message, UnaryOperator<Room> change)
            throws InterruptedException {
        return database.write(statements -> {
            var known = find(statements, room);
            var number = known.map(Room::lastMessage).orElse(0L) + 1;
            var placed = message.numbered(number);
            if (known.isEmpty()) {
                return placed; // it was deleted meanwhile
            }
            statements.update(
                    "insert into room_message (room, number, body) values (?, ?, ?)",
                    room,
                    number,
                    Json.write(placed));
            var author = message.kind() == RoomMessage.Kind.PERSON ? message.author() : null;
            put(statements, change.apply(known.get().at(number, author, message.at())));
            return placed;
        });
    }

    @Override
    public List<RoomMessage> after(String room, long number, int limit)
            throws InterruptedException {
        return database.read(statements ->
                statements.query(
                        "select body from room_message where room = ? and number > ? order by number"
                                + " limit ?",
                        row -> body(row, RoomMessage.class),
                        room,
                        number,
                        fitting(statements, room, number, limit)));
    }

    /// How many messages are not too large together.
    private static int fitting(Statements statements, String room, long number, int limit)
            throws SQLException {
        var sizes =
                statements.query(
                        "select octet_length(body) from room_message where room = ? and number > ?"
                                + " order by number limit ?",
                        row -> row.getLong(1),
                        room,
                        number,
                        limit);
        var count = 0;
        var bytes = 0L;
        for (long size : sizes) {
            bytes += size;
            if (count > 0 && bytes > MOST_BYTES) {
                break;
            }
            count++;
        }
        return count;
    }

    @Override
    public List<RoomMessage> newest(String room, long after, int limit)
            throws InterruptedException {
        return database.read(statements ->
                        statements.query(
                                WITHOUT_PICTURES
                                        + " from room_message where room = ? and number > ? order by"
                                        + " number desc limit ?",
                                row -> body(row, RoomMessage.class),
                                room,
                                after,
                                limit))
                .reversed();
    }

    @Override
    public Optional<Seat> seat(String room, String agent) throws InterruptedException {
        return database.read(statements ->
                statements.first(
                        SEATS + "where room = ? and agent = ?",
                        SqliteRoomStore::seat,
                        room,
                        agent));
    }

    @Override
    public List<Seat> seats(String room) throws InterruptedException {
        return database.read(statements ->
                statements.query(SEATS + "where room = ?", SqliteRoomStore::seat, room));
    }

    @Override
    public void put(Seat seat) throws InterruptedException {
        database.change(statements ->
                statements.update(
                        "insert into room_seat (room, agent, session_id, seen, fingerprint,"
                                + " sent_tokens) select ?, ?, ?, ?, ?, ? where exists (select 1 from"
                                + " room where name = ?) on conflict (room, agent) do update set"
                                + " session_id = excluded.session_id, seen ="
                                + " excluded.seen, fingerprint = excluded.fingerprint, sent_tokens ="
                                + " excluded.sent_tokens",
                        seat.room(),
                        seat.agent(),
                        seat.session(),
                        seat.seen(),
                        seat.fingerprint(),
                        seat.sentTokens(),
                        seat.room()));
    }

    @Override
    public Optional<Begun> begun(String room) throws InterruptedException {
        return database.read(statements ->
                statements.first(
                        "select body from room_course where room = ?",
                        row -> body(row, Begun.class),
                        room));
    }

    @Override
    public void put(String room, Begun begun) throws InterruptedException {
        database.change(statements ->
                statements.update(
                        "insert into room_course (room, body) select ?, ? where exists (select 1 from"
                                + " room where name = ?) on conflict (room) do update set body ="
                                + " excluded.body",
                        room,
                        Json.write(begun),
                        room));
    }

    @Override
    public List<Finding> findings(String room) throws InterruptedException {
        return database.read(statements ->
                statements.query(
                        "select body from room_finding where room = ? order by place",
                        row -> body(row, Finding.class),
                        room));
    }

    @Override
    public void put(String room, List<Finding> findings) throws InterruptedException {
        database.change(statements -> {
            for (var finding : findings) {
                statements.update(
                        "insert into room_finding (room, id, place, body) values (?, ?, ?, ?) on"
                                + " conflict (room, id) do update set body = excluded.body",
                        room,
                        finding.id(),
                        Long.parseLong(finding.id().substring(1)),
                        Json.write(finding));
            }
        });
    }

    @Override
    public List<Agent> agents() throws InterruptedException {
        return database.read(statements ->
                statements.query(
                        "select body from agent order by name", row -> body(row, Agent.class)));
    }

    @Override
    public void put(Agent agent) throws InterruptedException {
        database.change(statements ->
                statements.update(
                        "insert into agent (name, body) values (?, ?) on conflict (name) do update"
                                + " set body = excluded.body",
                        agent.name(),
                        Json.write(agent)));
    }

    @Override
    public boolean deleteAgent(String name) throws InterruptedException {
        return database.write(
                statements -> statements.update("delete from agent where name = ?", name) > 0);
    }

    private static Seat seat(ResultSet row) throws SQLException {
        return new Seat(
                row.getString("room"),
                row.getString("agent"),
                row.getString("session_id"),
                row.getLong("seen"),
                row.getString("fingerprint"),
                row.getLong("sent_tokens"));
    }

    private static OwnerProcess owner(ResultSet row) throws SQLException {
        return new OwnerProcess(
                row.getString("owner_node"), row.getLong("owner_pid"), row.getLong("owner_start"));
    }

    private static <T> T body(ResultSet row, Class<T> type) throws SQLException {
        return Json.read(Json.parseOwn(row.getString("body")).orElseThrow(), type);
    }
}
