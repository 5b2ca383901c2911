package dev.parley.provider.opencode;

import dev.parley.base.json.Json;
import dev.parley.provider.opencode.OpenCodeMessages.Stored;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.SessionBuilder.TitleBy;
import dev.parley.sessionfile.SqliteHistoryFile;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredReader;
import dev.parley.sessionfile.StoredSink;
import dev.parley.sessionfile.scan.Values;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Collectors;

/// All sessions of OpenCode's database. A session that changed is read from its start. Every query
/// is a transaction of its own and its rows are fetched before anything is told, so OpenCode can
/// always write.
final class OpenCodeDatabase implements StoredReader {
    /// What is known of a session; older versions have not all of these columns.
    private static final List<String> COLUMNS =
            List.of(
                    "id",
                    "project_id",
                    "parent_id",
                    "directory",
                    "title",
                    "version",
                    "revert",
                    "time_created",
                    "time_updated",
                    "time_archived");

    private static final String MESSAGES =
            "SELECT id FROM message WHERE session_id = ? ORDER BY time_created, id";

    /// Rows that are too big for us stay where they are.
    private static final String MESSAGE =
            "SELECT id, CASE WHEN length(data) > 16777216 THEN '' ELSE data END AS data"
                    + " FROM message WHERE id = ?";

    private static final int PAGE = 200;

    /// Some at a time, and large ones only by themselves.
    private static final String PARTS =
            "SELECT id, CASE WHEN length(data) > 65536 THEN NULL ELSE data END AS data"
                    + " FROM part WHERE message_id = ? AND id > ? ORDER BY id LIMIT "
                    + PAGE;

    private static final String PART =
            "SELECT id, CASE WHEN length(data) > 16777216 THEN '' ELSE data END AS data"
                    + " FROM part WHERE id = ?";

    private final String provider;
    private final StoredFile file;
    private final SqliteHistoryFile database;
    private final Map<String, String> versions = new HashMap<>();
    private @Nullable String wanted;

    OpenCodeDatabase(String provider, StoredFile file) {
        this.provider = provider;
        this.file = file;
        database = new SqliteHistoryFile(file.path());
    }

    @Override
    public StoredReader whole(String session) {
        wanted = session;
        return this;
    }

    @Override
    public Outcome readOn(StoredSink sink) {
        return database.read(connection -> {
            var hasRead = false;
            var gone = new HashSet<>(versions.keySet());
            for (var session : sessions(connection)) {
                var id = session.getOrDefault("id", "");
                if (!Values.isName(id) || (wanted != null && !wanted.equals(id))) {
                    continue;
                }
                gone.remove(id);
                var version =
                        session.get("time_updated")
                                + " "
                                + session.getOrDefault("last_message", "");
                if (!version.equals(versions.get(id))) {
                    readInto(connection, session, id, sink);
                    versions.put(id, version);
                    hasRead = true;
                }
            }
            gone.forEach(sink::restart);
            versions.keySet().removeAll(gone);
            return hasRead || !gone.isEmpty();
        });
    }

    private void readInto(
            SqliteHistoryFile.Rows connection,
            Map<String, String> session,
            String id,
            StoredSink sink)
            throws SQLException {
        var builder = new SessionBuilder(provider, described(session, id), created(session));
        if (wanted != null) {
            builder.whole();
        }
        onSession(session, builder);
        var messages = new OpenCodeMessages(builder, json(session.get("revert")));
        if (versions.containsKey(id)) {
            sink.restart(id);
        }
        Runnable pause = () -> builder.drain().forEach(sink::event);
        for (var row : connection.rows(MESSAGES, id)) {
            var message = row.getOrDefault("id", "");
            for (var stored : stored(connection.rows(MESSAGE, message), builder)) {
                var parts = new Parts(connection, message, builder, pause);
                builder.attempt(() -> messages.read(stored, () -> parts));
                if (parts.failure != null) {
                    throw parts.failure;
                }
                pause.run();
            }
        }
        sink.session(builder.session());
    }

    /// Which sessions there are, and what changes when one of them does. The last message is found
    /// through an index. Nothing sensible is longer than what is taken of a column.
    private static List<Map<String, String>> sessions(SqliteHistoryFile.Rows connection)
            throws SQLException {
        var there =
                connection.rows("SELECT name FROM pragma_table_info('session')").stream()
                        .map(column -> column.getOrDefault("name", ""))
                        .collect(Collectors.toSet());
        if (there.isEmpty()) {
            // The CLI is about to make it.
            return List.of();
        }
        var columns =
                COLUMNS.stream()
                        .filter(there::contains)
                        .map(name -> "substr(s." + name + ", 1, 5000) AS " + name)
                        .collect(Collectors.joining(", "));
        return connection.rows(
                "SELECT "
                        + columns
                        + """
                        , substr(p.worktree, 1, 5000) AS project_worktree,
                          (SELECT m.id || '@' || m.time_updated FROM message m WHERE m.session_id = s.id
                           ORDER BY m.time_created DESC, m.id DESC LIMIT 1) AS last_message
                        FROM session s LEFT JOIN project p ON p.id = s.project_id
                        ORDER BY s.time_created, s.id
                        """);
    }

    /// The parts of a message, read as they are asked for.
    private static final class Parts implements Iterator<Stored> {
        private final SqliteHistoryFile.Rows connection;
        private final String message;
        private final SessionBuilder builder;
        private final Runnable pause;
        private final Deque<Map<String, String>> rows = new ArrayDeque<>();
        private String last = "";
        private boolean isLast;
        private @Nullable Stored next;
        private @Nullable SQLException failure;

        Parts(
                SqliteHistoryFile.Rows connection,
                String message,
                SessionBuilder builder,
                Runnable pause) {
            this.connection = connection;
            this.message = message;
            this.builder = builder;
            this.pause = pause;
        }

        @Override
        public boolean hasNext() {
            try {
                while (next == null && hasRow()) {
                    pause.run();
                    var row = rows.remove();
                    var id = row.getOrDefault("id", "");
                    var whole = row.containsKey("data") ? List.of(row) : connection.rows(PART, id);
                    stored(whole, builder).forEach(stored -> next = stored);
                }
                return next != null;
            } catch (SQLException e) {
                failure = e;
                return false;
            }
        }

        private boolean hasRow() throws SQLException {
            if (rows.isEmpty() && !isLast) {
                rows.addAll(connection.rows(PARTS, message, last));
                isLast = rows.size() < PAGE;
                last = isLast ? "" : rows.getLast().getOrDefault("id", "");
            }
            return !rows.isEmpty();
        }

        @Override
        public Stored next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException();
            }
            var part = next;
            next = null;
            return part;
        }
    }

    private StoredFile described(Map<String, String> session, String id) {
        return new StoredFile(
                file.path(),
                file.layout(),
                id,
                null,
                Optional.ofNullable(session.get("project_id")).filter(Values::isName).orElse(null),
                session.get("time_archived") != null);
    }

    private static void onSession(Map<String, String> session, SessionBuilder builder) {
        // Outside of any repository the project is the root, which says nothing.
        Optional.ofNullable(session.get("project_worktree"))
                .filter(path -> !path.equals("/"))
                .ifPresent(builder::project);
        builder.parent(session.get("parent_id"));
        builder.cwd(session.get("directory"));
        builder.version(session.get("version"));
        OpenCodeMessages.title(session.get("title"))
                .ifPresent(title -> builder.title(title, TitleBy.CLI));
        builder.at(created(session));
    }

    private static Instant created(Map<String, String> session) {
        var millis = session.getOrDefault("time_created", "0");
        return Instant.ofEpochMilli(millis.matches("\\d{1,18}") ? Long.parseLong(millis) : 0);
    }

    private static List<Stored> stored(List<Map<String, String>> rows, SessionBuilder builder) {
        var all = new ArrayList<Stored>();
        for (var row : rows) {
            Json.parseObject(row.getOrDefault("data", ""))
                    .ifPresentOrElse(
                            json -> all.add(new Stored(row.getOrDefault("id", ""), json)),
                            builder::skipped);
        }
        return all;
    }

    private static JsonNode json(@Nullable String text) {
        return Json.parse(text == null ? "{}" : text).orElseGet(Json::object);
    }

    @Override
    public boolean isActive(StoredEvent event) {
        return event.node() >= 0;
    }
}
