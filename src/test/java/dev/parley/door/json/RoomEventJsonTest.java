package dev.parley.door.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.Finding;
import dev.parley.api.Room;
import dev.parley.api.RoomEvent;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomState;
import dev.parley.base.json.Json;
import dev.parley.base.resource.Resources;
import dev.parley.door.rest.DocumentRoutes;
import dev.parley.event.Permission;
import dev.parley.event.Usage;
import dev.parley.testing.Schemas;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What happens in a room, on the WebSocket and over `/api/rooms/{id}/events`, is what the
/// documents describe.
class RoomEventJsonTest {
    private static final Room ROOM =
            new Room(
                    "r",
                    "a topic",
                    RoomMode.REVIEW,
                    List.of("ada"),
                    List.of("anna"),
                    "/project",
                    Permission.PLAN,
                    RoomLimits.USUAL,
                    RoomState.PAUSED,
                    "a reason",
                    Usage.of(1, 2),
                    3,
                    Instant.EPOCH,
                    Instant.EPOCH);

    private static final Finding FINDING =
            new Finding(
                    "F1",
                    1,
                    "a.c",
                    1,
                    2,
                    "high",
                    "title",
                    "detail",
                    List.of("ada"),
                    List.of(new Finding.Verdict("ada", Finding.Word.DISPUTE, "why")),
                    4L);

    private static final List<RoomEvent> EVENTS =
            List.of(
                    new RoomEvent.Posted(RoomMessage.note("said", Instant.EPOCH)),
                    new RoomEvent.Changed(ROOM),
                    new RoomEvent.Found(List.of(FINDING)),
                    new RoomEvent.Member("ada", "writing", "s1"),
                    new RoomEvent.Member("ada", "idle", null),
                    new RoomEvent.Piece("ada", "a piece"),
                    new RoomEvent.Thought("ada", "a thought"),
                    new RoomEvent.ToolCalled("ada", "c1", "read", Json.object().put("path", "a")),
                    new RoomEvent.ToolReturned("ada", "c1", false));

    @Test
    void everyEventOfARoomIsDescribedAndNothingElse() {
        assertEquals(
                Set.of(RoomEvent.class.getPermittedSubclasses()),
                EVENTS.stream().map(Object::getClass).collect(Collectors.toSet()));
        var document =
                Json.parse(Resources.text(DocumentRoutes.class, "openapi.json")).orElseThrow();
        var schema = document.at("/components/schemas/RoomEvent");
        var types = new TreeSet<String>();
        for (var event : EVENTS) {
            var json = RoomJson.of(event);
            types.add(json.path("type").asString());
            assertEquals(List.of(), new Schemas(document).check(schema, json), json.toString());
        }
        var described =
                schema.at("/properties/type/enum").valueStream().map(type -> type.asString());
        assertEquals(described.collect(Collectors.toCollection(TreeSet::new)), types);
    }
}
