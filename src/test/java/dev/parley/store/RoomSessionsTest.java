package dev.parley.store;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.SessionId;
import dev.parley.event.SessionKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

class RoomSessionsTest {
    private static final SessionId FIRST = SessionId.random();
    private static final SessionId SECOND = SessionId.random();

    @TempDir Path directory;

    @Test
    void isKnownByBothOfItsNamesAlsoToOthersAndLater() throws Exception {
        var file = directory.resolve("rooms/sessions.jsonl");
        var others = new RoomSessions(file);
        assertTrue(others.isEmpty());
        var ours = new RoomSessions(file);
        var key = new SessionKey("codex", "0199A213-81C0-7800-8AA1-BBAB2A035A53");
        ours.named(FIRST, key);
        assertEquals(Optional.empty(), ours.roomOf(key), "it is in no room");
        ours.add(FIRST, "talk");
        ours.named(FIRST, key);
        ours.named(FIRST, key);
        assertEquals(2, Files.readAllLines(file).size(), "nothing is said twice");
        for (var one : new RoomSessions[] {ours, others, new RoomSessions(file)}) {
            await().until(() -> one.roomOf(FIRST).isPresent());
            assertEquals(Optional.of("talk"), one.roomOf(key.canonical()));
            assertEquals(Optional.empty(), one.roomOf(SECOND));
        }
    }

    @Test
    void aBrokenLineCostsOnlyItself() throws Exception {
        var file = directory.resolve("sessions.jsonl");
        new RoomSessions(file).add(FIRST, "talk");
        Files.writeString(file, "{broken\n{}\n{\"session\":\"", StandardOpenOption.APPEND);
        var rooms = new RoomSessions(file);
        assertEquals(Optional.of("talk"), rooms.roomOf(FIRST));
        Files.writeString(file, SECOND + "\",\"room\":\"other\"}\n", StandardOpenOption.APPEND);
        await().until(() -> rooms.roomOf(SECOND).equals(Optional.of("other")));
    }
}
