package dev.parley.provider.opencode;

import dev.parley.json.Json;
import dev.parley.provider.opencode.OpenCodeMessages.Stored;
import dev.parley.stored.Chronicle;
import dev.parley.stored.Chronicle.TitleBy;
import dev.parley.stored.SqliteFile;
import dev.parley.stored.StoredEvent;
import dev.parley.stored.StoredFile;
import dev.parley.stored.StoredReader;
import dev.parley.stored.StoredSink;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All sessions of OpenCode's database. A session that changed is read from its start. Every query
/// is a transaction of its own and its rows are fetched before anything is told, so OpenCode can
/// always write.
final class OpenCodeDatabase implements StoredReader {
    /// Which sessions there are, and what changes when one of them does. The last message is found
    /// through an index.
    private static final String SESSIONS =
            """
            SELECT s.*, p.worktree AS project_worktree,
              (SELECT m.id || '@' || m.time_updated FROM message m WHERE m.session_id = s.id
               ORDER BY m.time_created DESC, m.id DESC LIMIT 1) AS last_message
            FROM session s LEFT JOIN project p ON p.id = s.project_id ORDER BY s.time_created, s.id
            """;

    private static final String MESSAGES =
            "SELECT id FROM message WHERE session_id = ? ORDER BY time_created, id";

    /// Rows that are too big for us stay where they are.
    private static final String MESSAGE =
            "SELECT id, CASE WHEN length(data) > 16777216 THEN '' ELSE data END AS data"
                    + " FROM message WHERE id = ?";

    private static final String PARTS =
            "SELECT id, CASE WHEN length(data) > 16777216 THEN '' ELSE data END AS data"
                    + " FROM part WHERE message_id = ? ORDER BY id";

    private final String provider;
    private final StoredFile file;
    private final SqliteFile database;
    private final Map<String, String> versions = new HashMap<>();

    OpenCodeDatabase(String provider, StoredFile file) {
        this.provider = provider;
        this.file = file;
        database = new SqliteFile(file.path());
    }

    @Override
    public Outcome readOn(StoredSink sink) {
        return database.read(connection -> {
            var hasRead = false;
            var gone = new HashSet<>(versions.keySet());
            for (var session : connection.rows(SESSIONS)) {
                var id = session.getOrDefault("id", "");
                gone.remove(id);
                var version =
                        session.get("time_updated")
                                + " "
                                + session.getOrDefault("last_message", "");
                if (!version.equals(versions.get(id))) {
                    tell(connection, session, id, sink);
                    versions.put(id, version);
                    hasRead = true;
                }
            }
            gone.forEach(sink::restart);
            versions.keySet().removeAll(gone);
            return hasRead || !gone.isEmpty();
        });
    }

    private void tell(
            SqliteFile.Rows connection, Map<String, String> session, String id, StoredSink sink)
            throws SQLException {
        var chronicle = new Chronicle(provider, described(session, id), created(session));
        onSession(session, chronicle);
        var messages = new OpenCodeMessages(chronicle, json(session.get("revert")));
        if (versions.containsKey(id)) {
            sink.restart(id);
        }
        for (var row : connection.rows(MESSAGES, id)) {
            var message = stored(connection.rows(MESSAGE, row.getOrDefault("id", "")), chronicle);
            if (!message.isEmpty()) {
                var parts = stored(connection.rows(PARTS, row.getOrDefault("id", "")), chronicle);
                messages.tell(message.getFirst(), parts);
                chronicle.drain().forEach(sink::event);
            }
        }
        sink.session(chronicle.session());
    }

    private StoredFile described(Map<String, String> session, String id) {
        return new StoredFile(
                file.path(),
                file.layout(),
                id,
                session.get("parent_id"),
                session.get("project_id"),
                session.get("time_archived") != null);
    }

    private static void onSession(Map<String, String> session, Chronicle chronicle) {
        // Outside of any repository the project is the root, which says nothing.
        Optional.ofNullable(session.get("project_worktree"))
                .filter(path -> !path.equals("/"))
                .ifPresent(chronicle::project);
        chronicle.cwd(session.get("directory"));
        chronicle.version(session.get("version"));
        OpenCodeMessages.title(session.get("title"))
                .ifPresent(title -> chronicle.title(title, TitleBy.CLI));
        chronicle.at(created(session));
    }

    private static Instant created(Map<String, String> session) {
        var millis = session.getOrDefault("time_created", "0");
        return Instant.ofEpochMilli(millis.matches("\\d{1,18}") ? Long.parseLong(millis) : 0);
    }

    private static List<Stored> stored(List<Map<String, String>> rows, Chronicle chronicle) {
        var all = new ArrayList<Stored>();
        for (var row : rows) {
            Json.parseObject(row.getOrDefault("data", ""))
                    .ifPresentOrElse(
                            json -> all.add(new Stored(row.getOrDefault("id", ""), json)),
                            chronicle::skipped);
        }
        return all;
    }

    private static JsonNode json(@Nullable String text) {
        return Json.parse(text == null ? "{}" : text).orElse(Json.object());
    }

    @Override
    public boolean isActive(StoredEvent event) {
        return event.node() >= 0;
    }
}
