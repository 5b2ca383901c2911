package dev.parley.door.cli.room;

import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.json.RoomJson;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/// What the agents of a room do before they say something, in a line each, for a person who
/// watches. It follows the Parley in which they talk, on a thread of its own.
final class RoomSigns implements AutoCloseable {
    private final Console console;
    private final Program program;
    private final String room;
    private final Thread thread;

    private RoomSigns(Console console, Program program, String room, long after) {
        this.console = console;
        this.program = program;
        this.room = room;
        thread = Thread.ofVirtual().name("room-signs").unstarted(() -> follow(after));
    }

    /// @param after the number of the message behind which it begins
    static RoomSigns of(Console console, Program program, String room, long after) {
        var signs = new RoomSigns(console, program, room, after);
        if (console.isInteractive()) {
            signs.thread.start();
        }
        return signs;
    }

    private void follow(long after) {
        try {
            var server = RunningServer.find(program, null);
            if (server.isPresent()) {
                var path = "/api/rooms/" + RunningServer.part(room) + "/events?after=" + after;
                server.get().events(path, this::show);
            } else {
                here(after);
            }
        } catch (Problem _) {
            // messages come in any case; only what happens in between is not seen
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void here(long after) throws InterruptedException {
        try (var feed = program.rooms().follow(room, after)) {
            for (var next = feed.next(); next.isPresent(); next = feed.next()) {
                show(RoomJson.of(next.get()));
            }
        }
    }

    private void show(JsonNode event) {
        line(event).ifPresent(console::note);
    }

    /// What an event of a room looks like, if it is worth a line.
    static Optional<String> line(JsonNode event) {
        var agent = event.path("agent").asString("");
        return switch (event.path("type").asString("")) {
            case "member" ->
                    switch (event.path("state").asString("")) {
                        case "thinking" -> Optional.of(agent + " thinks");
                        case "writing" -> Optional.of(agent + " writes");
                        default -> Optional.empty();
                    };
            case "tool.call" -> Optional.of(agent + " calls " + event.path("name").asString(""));
            default -> Optional.empty();
        };
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
