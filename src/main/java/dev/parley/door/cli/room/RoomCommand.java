package dev.parley.door.cli.room;

import dev.parley.api.RoomTemplate;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.StateStyle;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.RoomJson;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// `parley room`: people and agents in one conversation.
@Command(
        name = "room",
        description = "Rooms: several agents and people in one conversation.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "parley room new code-review --template code-review --provider claude",
            "parley room say code-review --diff change.diff \"Please review this.\"",
            "parley room findings code-review         what was found, confirmed and disputed",
            "parley room ticket code-review F1        a finding becomes a ticket",
            "parley room agent ada --provider codex --instructions \"You are a sceptic.\"",
            "parley room new talk --agent ada --agent bob",
            "parley room say talk \"@ada What could go wrong?\"",
            "parley room follow talk                  what is said, as it is said"
        })
public final class RoomCommand extends RoomSubcommand {
    public RoomCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    public static List<Object> all(Supplier<Program> apps, Console console) {
        return List.of(
                new ListRooms(apps, console),
                new RoomMaking.New(apps, console),
                new RoomMaking.Show(apps, console),
                new RoomMaking.Change(apps, console),
                new RoomMaking.Members(apps, console),
                new RoomMaking.Delete(apps, console),
                new RoomTalk.Say(apps, console),
                new RoomTalk.Follow(apps, console),
                new RoomTalk.Stop(apps, console),
                new RoomTalk.Pause(apps, console),
                new RoomTalk.Resume(apps, console),
                new RoomFindings.Findings(apps, console),
                new RoomFindings.MakeTicket(apps, console),
                new RoomFindings.Comment(apps, console),
                new RoomAgents.Agents(apps, console),
                new RoomAgents.MakeAgent(apps, console),
                new Templates(apps, console));
    }

    @Override
    public Integer call() throws InterruptedException {
        return list();
    }

    private int list() throws InterruptedException {
        var all = rooms().list();
        if (json) {
            console.printJson(RoomJson.list(all, RoomJson::of));
        } else if (all.isEmpty()) {
            console.err()
                    .println("No rooms. `parley room new NAME --template TEMPLATE` makes one;");
            console.err().println("`parley room templates` lists what there is to start from.");
        } else {
            var table =
                    new Table("ROOM", "STATE", "MODE", "MESSAGES", "AGENTS", "TOPIC")
                            .whole(1)
                            .numbers(3)
                            .spare(2, 3, 4)
                            .styled(StateStyle::of, 1);
            for (var room : all) {
                table.row(
                        room.name(),
                        room.state().wireName(),
                        room.mode().wireName(),
                        Long.toString(room.lastMessage()),
                        String.join(", ", room.agents()),
                        room.topic());
            }
            table.print(console.out());
        }
        return 0;
    }

    /// `parley room list`
    @Command(name = "list", description = "The rooms there are; the same as `parley room`.")
    static final class ListRooms extends RoomSubcommand {
        ListRooms(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var same = new RoomCommand(apps, console);
            same.json = json;
            return same.list();
        }
    }

    /// `parley room templates`
    @Command(
            name = "templates",
            description = "Ready-made rooms to start from; with a name, the file itself.",
            footer = {
                "",
                "To change one, copy it into rooms/ of the configuration directory:",
                "parley room templates code-review > ~/.config/parley/rooms/mine.json"
            })
    static final class Templates extends RoomSubcommand {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "TEMPLATE",
                description = "Print this one, as it is.")
        private @Nullable String name;

        Templates(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() {
            if (name != null) {
                console.outside(rooms().templateText(name));
                return 0;
            }
            var all = rooms().templates();
            if (json) {
                console.printJson(RoomJson.list(all, RoomJson::of));
                return 0;
            }
            var table = new Table("TEMPLATE", "MODE", "AGENTS", "TITLE").whole(0).spare(1, 2);
            for (RoomTemplate template : all) {
                table.row(
                        Visible.oneLine(template.name()),
                        template.mode().wireName(),
                        template.agents().stream()
                                .map(agent -> agent.name())
                                .collect(Collectors.joining(", ")),
                        template.title());
            }
            table.print(console.out());
            return 0;
        }
    }
}
