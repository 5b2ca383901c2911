package dev.parley.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Room;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomState;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.event.Usage;
import dev.parley.store.OwnerProcess;
import dev.parley.store.RoomStore;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

class SqliteRoomStoreTest {
    private static final Instant NOW = Instant.parse("2026-11-18T10:00:00Z");

    @TempDir Path temp;

    private static Room room() {
        return new Room(
                "r",
                "",
                RoomMode.FREE,
                List.of("ada"),
                List.of(),
                null,
                Permission.PLAN,
                RoomLimits.USUAL,
                RoomState.IDLE,
                null,
                Usage.of(0, 0),
                0,
                NOW,
                NOW);
    }

    /// A room may be old and full of pictures: nobody reads them all to take one turn.
    @Test
    void picturesAreReadFewAtATimeAndNotAtAllForATurn() throws Exception {
        try (var database = new Database(temp.resolve("parley.db"))) {
            var store = new SqliteRoomStore(database, new OwnerProcess("local", 1, 1));
            assertTrue(store.insert(room()));
            var picture = new Action.Image("image/png", "A".repeat(7 << 20));
            for (var at = 0; at < 7; at++) {
                store.append(
                        "r",
                        RoomMessage.person("anna", "look", List.of(picture, picture), null, NOW),
                        it -> it);
            }
            store.append("r", RoomMessage.note("enough", NOW), it -> it);

            assertEquals(
                    List.of(1L, 2L),
                    store.after("r", 0, 100).stream().map(RoomMessage::number).toList());
            assertEquals(List.of(picture, picture), store.after("r", 6, 1).getFirst().images());
            assertEquals(2, store.after("r", 6, 100).size());
            var all = store.newest("r", 0, 100);
            assertEquals(8, all.size());
            var empty = new Action.Image("image/png", "");
            assertEquals(List.of(empty, empty), all.getFirst().images());
            assertEquals("enough", all.getLast().text());
        }
    }

    @Test
    void aTurnThatEndsLateLeavesNothingOfARoomThatIsGone() throws Exception {
        try (var database = new Database(temp.resolve("parley.db"))) {
            var store = new SqliteRoomStore(database, new OwnerProcess("local", 1, 1));
            assertTrue(store.insert(room()));
            store.put(new RoomStore.Seat("r", "ada", "s1", 1, "f", 10));
            store.put(new RoomStore.Seat("r", "ada", "s2", 2, "f", 20));
            assertEquals("s2", store.seat("r", "ada").orElseThrow().session());
            assertTrue(store.delete("r"));
            store.put(new RoomStore.Seat("r", "ada", "s1", 1, "f", 10));
            assertTrue(store.seats("r").isEmpty());
        }
    }
}
