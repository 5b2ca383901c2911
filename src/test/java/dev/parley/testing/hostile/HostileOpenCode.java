package dev.parley.testing.hostile;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Sessions of OpenCode that nobody would write: a database and the older trees of documents.
public final class HostileOpenCode {
    private static final List<String> COLUMNS =
            List.of("directory", "title", "version", "revert", "parent_id", "project_id");
    private static final List<String> TIMES =
            List.of("time_created", "time_updated", "time_archived");

    private final Set<String> seen = new HashSet<>();
    private int number;

    /// Adds a session for every field of a message and of a part that was recorded, with all the
    /// worst values, and one for every column.
    public void poison(Path database) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("PRAGMA foreign_keys=OFF");
            for (var table : List.of("message", "part")) {
                var documents = new ArrayList<JsonNode>();
                try (var rows = statement.executeQuery("select data from " + table)) {
                    while (rows.next()) {
                        documents.add(Json.parse(rows.getString(1)).orElseThrow());
                    }
                }
                for (var document : documents) {
                    for (var field : JsonFields.of(document)) {
                        if (seen.add(table + field.name())) {
                            add(connection, table, field);
                        }
                    }
                }
            }
            for (var value : WorstValues.ALL) {
                for (var column : COLUMNS) {
                    set(connection, session(connection), column, value.replace("\"", ""));
                }
                for (var column : TIMES) {
                    set(connection, session(connection), column, value);
                }
            }
            connection.commit();
        }
    }

    private String session(Connection connection) throws SQLException {
        var id = "ses_hostile" + ++number;
        var sql =
                "insert into session (id, project_id, slug, directory, title, version, time_created,"
                        + " time_updated) select ?, project_id, slug, directory, title, version,"
                        + " time_created, time_updated from session limit 1";
        try (var insert = connection.prepareStatement(sql)) {
            insert.setString(1, id);
            insert.executeUpdate();
        }
        return id;
    }

    private static void set(Connection connection, String session, String column, String value)
            throws SQLException {
        var sql = "update session set " + column + " = ? where id = ?";
        try (var update = connection.prepareStatement(sql)) {
            update.setString(1, value);
            update.setString(2, session);
            update.executeUpdate();
        }
    }

    private void add(Connection connection, String table, JsonFields.Field field)
            throws SQLException {
        var session = session(connection);
        var isMessage = table.equals("message");
        for (var value : WorstValues.ALL) {
            var message = "msg_hostile" + ++number;
            var plain = "{\"role\":\"assistant\",\"time\":{\"created\":1794775617846}}";
            insert(connection, message, session, isMessage ? field.with(value) : plain);
            var part = isMessage ? "{\"type\":\"text\",\"text\":\"hello\"}" : field.with(value);
            var sql = "insert into part values (?, ?, ?, 1, 1, ?)";
            try (var insert = connection.prepareStatement(sql)) {
                insert.setString(1, "prt_hostile" + number);
                insert.setString(2, message);
                insert.setString(3, session);
                insert.setString(4, part);
                insert.executeUpdate();
            }
        }
    }

    private static void insert(Connection connection, String message, String session, String data)
            throws SQLException {
        try (var insert =
                connection.prepareStatement("insert into message values (?, ?, 1, 1, ?)")) {
            insert.setString(1, message);
            insert.setString(2, session);
            insert.setString(3, data);
            insert.executeUpdate();
        }
    }

    /// The same for every document of a session in a tree, one after the other, with what is to be
    /// looked at in between.
    public void poisonTree(List<Path> documents, Runnable look) throws IOException {
        for (var file : documents) {
            var whole = Files.readString(file);
            for (var field : JsonFields.of(Json.parse(whole).orElseThrow())) {
                if (seen.add(file.getName(file.getNameCount() - 3) + field.name())) {
                    for (var value : WorstValues.ALL) {
                        Files.writeString(file, field.with(value));
                        look.run();
                    }
                }
            }
            Files.writeString(file, whole);
        }
    }
}
