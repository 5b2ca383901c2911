package dev.parley.door.cli.room;

import dev.parley.api.Finding;
import dev.parley.api.Room;
import dev.parley.api.RoomChange;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomState;
import dev.parley.base.json.Json;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.json.RoomJson;
import dev.parley.work.room.Rooms;

import picocli.CommandLine.Option;

import java.time.Duration;
import java.util.function.Supplier;

/// What the commands of `parley room` have in common.
abstract class RoomSubcommand extends Subcommand {
    static final String NAME = "The name of the room.";

    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    RoomSubcommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    Rooms rooms() {
        return apps.get().rooms();
    }

    /// Where a server runs, those who look at the room there are told.
    Room change(String name, RoomChange change) throws InterruptedException {
        var server = RunningServer.find(apps.get(), null);
        if (server.isEmpty()) {
            return rooms().change(name, change);
        }
        var _ = rooms().get(name); // says in plain words that there is none
        server.get().post("/api/rooms/" + RunningServer.part(name), Json.tree(change));
        return rooms().get(name);
    }

    /// What is said until the agents are done, wherever they talk.
    void watch(String name, long after) throws InterruptedException {
        var seen = after;
        while (true) {
            var room = rooms().get(name);
            for (var message : rooms().messages(name, seen, 100)) {
                print(message);
                seen = message.number();
            }
            console.out().flush();
            if (room.state() != RoomState.RUNNING && seen >= room.lastMessage()) {
                return;
            }
            Thread.sleep(LOOK_AGAIN);
        }
    }

    int print(Room room) {
        if (json) {
            console.printJson(RoomJson.of(room));
        } else {
            console.println(
                    room.name()
                            + " "
                            + room.state().wireName()
                            + ", "
                            + room.mode().wireName()
                            + ": "
                            + String.join(", ", room.agents()));
        }
        return 0;
    }

    void print(RoomMessage message) {
        if (json) {
            console.printJson(RoomJson.of(message));
            return;
        }
        var head =
                switch (message.kind()) {
                    case PERSON, AGENT -> "#" + message.number() + " " + message.author() + ":";
                    case PASS -> "#" + message.number() + " " + message.author() + " passes.";
                    case NOTE -> "#" + message.number() + " (room)";
                };
        ScreenStream.print(console.out(), Style.BOLD, head);
        console.out().println();
        for (var image : message.images()) {
            console.println("  [picture, " + Visible.oneLine(image.mediaType()) + "]");
        }
        if (!message.text().isEmpty()) {
            console.outside(message.text());
        }
    }

    void print(Finding finding) {
        if (json) {
            console.printJson(RoomJson.of(finding));
            return;
        }
        ScreenStream.print(
                console.out(),
                Style.BOLD,
                finding.id()
                        + " "
                        + finding.status().wireName()
                        + ", found by "
                        + String.join(", ", finding.by())
                        + (finding.ticket() == null ? "" : ", T" + finding.ticket()));
        console.out().println();
        console.outside(
                (finding.place().isEmpty() ? "" : finding.place() + ": ")
                        + finding.title()
                        + (finding.detail().isBlank() ? "" : "\n" + finding.detail()));
        finding.verdicts()
                .forEach(verdict ->
                        console.outside(
                                verdict.agent()
                                        + ": "
                                        + verdict.word().wireName()
                                        + (verdict.reason().isBlank()
                                                ? ""
                                                : ", " + verdict.reason())));
    }
}
