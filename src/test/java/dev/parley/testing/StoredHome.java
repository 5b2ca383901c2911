package dev.parley.testing;

import dev.parley.base.json.Json;
import dev.parley.event.EventJson;
import dev.parley.provider.StoredPlace;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.sessionfile.StoredFacts;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredReader;
import dev.parley.sessionfile.StoredSink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A copy of the home a CLI left behind, from `src/test/resources/provider/<id>/history/<name>`,
/// and what our readers make of it.
public final class StoredHome {
    private static final Path RESOURCES = Path.of("src/test/resources/provider");

    private StoredHome() {}

    /// Everything a reader tells of a file.
    public record Told(List<StoredEvent> events, List<StoredFacts> sessions, StoredReader reader) {
        public StoredFacts session() {
            if (sessions.size() != 1) {
                throw new IllegalStateException("Not one session but " + sessions);
            }
            return sessions.getFirst();
        }

        public List<StoredEvent> active() {
            return events.stream().filter(reader::isActive).toList();
        }
    }

    public static Path copy(String provider, String name, Path target) throws IOException {
        var source = RESOURCES.resolve(provider).resolve("history").resolve(name);
        try (Stream<Path> files = Files.walk(source)) {
            for (var file : files.sorted().toList()) {
                var copy = target.resolve(source.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else if (file.toString().endsWith(".db.sql")) {
                    database(copy, Files.readString(file));
                } else {
                    Files.copy(file, copy);
                    // Where nothing else tells the time, this does.
                    Files.setLastModifiedTime(
                            copy, FileTime.from(Instant.parse("2026-11-16T00:00:00Z")));
                }
            }
        }
        return target;
    }

    /// A database is kept as the statements that make it.
    private static void database(Path script, String statements) {
        var file = script.resolveSibling(script.getFileName().toString().replace(".sql", ""));
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.executeUpdate(statements);
        } catch (SQLException e) {
            throw new IllegalStateException(script.toString(), e);
        }
    }

    public static Path golden(String provider, String home, Path relative) {
        return RESOURCES
                .resolve(provider)
                .resolve("history")
                .resolve("golden")
                .resolve(home)
                .resolve(relative.toString().replace('/', '_') + ".events");
    }

    public static Told read(StoredPlace place, StoredFile file) {
        return read(place.open(file));
    }

    public static Told read(StoredReader reader) {
        var events = new ArrayList<StoredEvent>();
        var sessions = new TreeMap<String, StoredFacts>();
        reader.readOn(collecting(events, sessions));
        return new Told(events, List.copyOf(sessions.values()), reader);
    }

    /// Keeps what is told, and forgets what is void.
    public static StoredSink collecting(
            List<StoredEvent> events, Map<String, StoredFacts> sessions) {
        return new StoredSink() {
            @Override
            public void restart(String nativeId) {
                events.removeIf(event -> nativeId.equals(event.envelope().sessionId()));
                sessions.remove(nativeId);
            }

            @Override
            public void event(StoredEvent event) {
                events.add(event);
            }

            @Override
            public void session(StoredFacts session) {
                sessions.put(session.nativeId(), session);
            }
        };
    }

    /// As it stands in a golden file: what is known of the sessions, then their events.
    public static String text(Told told) {
        var lines = new ArrayList<String>();
        told.sessions().forEach(session -> lines.add("# " + Json.write(session)));
        for (var event : told.events()) {
            var json = EventJson.write(event.envelope(), EventJson.Raw.LEFT_OUT);
            if (event.counted() != null) {
                json.set("counted", Json.tree(event.counted()));
            }
            lines.add((told.reader().isActive(event) ? "= " : "- ") + Json.write(json));
        }
        return String.join("\n", lines) + "\n";
    }

    /// SQLite makes these two for everybody who opens a database.
    private static boolean isCounted(Path file) {
        return Files.isRegularFile(file)
                && !file.toString().endsWith("-shm")
                && !file.toString().endsWith("-wal");
    }

    /// Every file with its size and time, to see that reading changes nothing.
    public static Map<String, String> state(Path home) {
        try (Stream<Path> files = Files.walk(home)) {
            var state = new TreeMap<String, String>();
            for (var file : files.filter(StoredHome::isCounted).toList()) {
                state.put(
                        home.relativize(file).toString(),
                        Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
            return state;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
