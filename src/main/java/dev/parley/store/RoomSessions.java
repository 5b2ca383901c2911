package dev.parley.store;

import dev.parley.api.SessionId;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.json.Json;
import dev.parley.event.SessionKey;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The sessions that agents in rooms have, by our ids and by those of their CLIs: lists leave them
/// out. A file that is only added to, so that a list need not open the store; every Parley with the
/// same data directory reads what the others add. A room that is gone keeps its sessions.
/// Thread-safe.
public final class RoomSessions {
    private static final Logger LOG = LoggerFactory.getLogger(RoomSessions.class);

    /// A list asks for each of its sessions.
    private static final long LOOK_EVERY_NANOS = 100_000_000;

    private final Path file;
    private final Map<String, String> rooms = new ConcurrentHashMap<>();
    private long read; // how much of the file; guarded by this
    private volatile long lookedAt = System.nanoTime() - LOOK_EVERY_NANOS;

    /// @param file made with the first session
    public RoomSessions(Path file) {
        this.file = file;
    }

    public void add(SessionId session, String room) {
        add(session.value(), room);
    }

    /// What its CLI calls it. One that is in no room is left alone.
    public void named(SessionId session, SessionKey key) {
        roomOf(session).ifPresent(room -> add(key.canonical().toString(), room));
    }

    /// The room whose agent has it.
    public Optional<String> roomOf(SessionId session) {
        return find(session.value());
    }

    public Optional<String> roomOf(SessionKey session) {
        return find(session.canonical().toString());
    }

    /// Whether there are any.
    public boolean isEmpty() {
        look();
        return rooms.isEmpty();
    }

    private Optional<String> find(String session) {
        look();
        return Optional.ofNullable(rooms.get(session));
    }

    private synchronized void add(String session, String room) {
        look();
        if (room.equals(rooms.put(session, room))) {
            return;
        }
        var line = Json.write(Json.object().put("session", session).put("room", room)) + "\n";
        try {
            PrivateFiles.directoryOf(file);
            if (!Files.exists(file)) {
                PrivateFiles.file(file);
            }
            Files.writeString(file, line, StandardOpenOption.APPEND);
        } catch (IOException e) {
            // The turn is worth more than what lists show.
            LOG.warn("A session of the room {} will be listed like others: {}", room, e.toString());
        }
    }

    /// Reads on where others have added something. A line that is not finished is read later.
    private void look() {
        if (System.nanoTime() - lookedAt >= LOOK_EVERY_NANOS) {
            readOn();
            lookedAt = System.nanoTime();
        }
    }

    private synchronized void readOn() {
        try {
            if (Files.size(file) == read) {
                return;
            }
            var all = Files.readAllBytes(file);
            var end = all.length;
            while (end > 0 && all[end - 1] != '\n') {
                end--;
            }
            var from = end < read ? 0 : (int) read;
            new String(all, from, end - from, StandardCharsets.UTF_8).lines().forEach(this::take);
            read = end;
        } catch (NoSuchFileException _) {
            // no agent of a room had a session yet
        } catch (IOException e) {
            LOG.warn("The sessions of rooms are not known: {}", e.toString());
        }
    }

    private void take(String line) {
        Json.parse(line)
                .filter(json -> json.hasNonNull("session") && json.hasNonNull("room"))
                .ifPresent(json ->
                        rooms.put(json.path("session").asString(), json.path("room").asString()));
    }
}
