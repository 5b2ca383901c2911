package dev.parley.door.cli.room;

import dev.parley.api.NewRoom;
import dev.parley.api.Room;
import dev.parley.api.RoomChange;
import dev.parley.api.RoomMode;
import dev.parley.base.json.Json;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.StateStyle;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.RoomJson;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The commands that make rooms and look at them.
final class RoomMaking {
    private RoomMaking() {}

    /// `parley room new`
    @Command(
            name = "new",
            description = "Make a room, of agents you name or from a ready-made one.",
            footer = {
                "",
                "parley room new review --template code-review --provider codex",
                "parley room new talk --agent ada --agent bob --topic \"The next release\""
            })
    static final class New extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        private String name = "";

        @Option(
                names = "--template",
                paramLabel = "TEMPLATE",
                description = "A ready-made room; `parley room templates` lists them.")
        private @Nullable String template;

        @Option(
                names = "--agent",
                paramLabel = "AGENT",
                description = "Repeat for more, in turn order.")
        private @Nullable List<String> agents;

        @Option(names = "--topic", paramLabel = "TEXT", description = "What it is about.")
        private @Nullable String topic;

        @Option(
                names = "--mode",
                paramLabel = "MODE",
                description = "free, review, estimate, debate.")
        private @Nullable RoomMode mode;

        @Option(
                names = "--provider",
                paramLabel = "PROVIDER",
                description = "The CLI that answers for the agents of the template.")
        private @Nullable String provider;

        @Option(
                names = "--model",
                paramLabel = "MODEL",
                description = "The model that answers for the agents of the template.")
        private @Nullable String model;

        @Option(
                names = "--project",
                paramLabel = "DIR",
                description = "A repository the agents look at. Default: none.")
        private @Nullable Path project;

        @Option(
                names = "--permission",
                paramLabel = "MODE",
                description = "What they may do there without asking. Default: plan, to read only.")
        private @Nullable Permission permission;

        @Mixin private final RoomLimitOptions limits = new RoomLimitOptions();

        New(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(
                    rooms().make(
                                    new NewRoom(
                                            name,
                                            template,
                                            topic,
                                            mode,
                                            agents,
                                            null,
                                            provider,
                                            model,
                                            project == null
                                                    ? null
                                                    : project.toAbsolutePath()
                                                            .normalize()
                                                            .toString(),
                                            permission,
                                            limits.change())));
        }
    }

    /// `parley room show`
    @Command(name = "show", description = "A room: its members and what was said.")
    static final class Show extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        private String name = "";

        @Option(
                names = "--after",
                paramLabel = "N",
                description = "Only messages behind this number.")
        private long after;

        Show(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var details = rooms().details(name);
            var messages = rooms().messages(name, after, 1000);
            if (json) {
                console.printJson(
                        RoomJson.of(details)
                                .set("messages", RoomJson.list(messages, RoomJson::of)));
                return 0;
            }
            print(details.room());
            var reason = details.room().reason();
            if (reason != null) {
                console.println(Visible.oneLine(reason));
            }
            console.println(spent(details.room()));
            var table =
                    new Table("AGENT", "STATE", "ANSWERED BY", "SESSION", "TOLD")
                            .whole(1, 3)
                            .numbers(4)
                            .spare(4)
                            .styled(StateStyle::of, 1);
            for (var member : details.members()) {
                var provider = member.provider();
                var model = member.model();
                table.row(
                        member.name(),
                        member.state(),
                        (provider == null ? "" : provider + " ") + (model == null ? "" : model),
                        member.session() == null ? "" : member.session(),
                        member.sentTokens() + " tokens");
            }
            table.print(console.out());
            for (var message : messages) {
                console.out().println();
                print(message);
            }
            return 0;
        }
    }

    private static String spent(Room room) {
        var cost = room.spent().totalCost();
        var limits = room.limits();
        return "Used "
                + (room.spent().inputTokens() + room.spent().outputTokens())
                + " tokens"
                + (cost == null ? "" : ", $%.2f".formatted(cost))
                + (limits.budgetTokens() == null
                        ? ""
                        : "; budget " + limits.budgetTokens() + " tokens")
                + (limits.budgetUsd() == null ? "" : "; budget $%.2f".formatted(limits.budgetUsd()))
                + ".";
    }

    /// `parley room set`
    @Command(
            name = "set",
            description = "Change what a room is about, how it talks, and how far it may go.",
            footer = {
                "",
                "parley room set talk --budget 500000",
                "parley room set talk --mode debate --rounds 2"
            })
    static final class Change extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        private String name = "";

        @Option(names = "--topic", paramLabel = "TEXT", description = "What it is about.")
        private @Nullable String topic;

        @Option(
                names = "--mode",
                paramLabel = "MODE",
                description = "free, review, estimate, debate.")
        private @Nullable RoomMode mode;

        @Option(
                names = "--permission",
                paramLabel = "MODE",
                description = "What agents may do in its repository without asking.")
        private @Nullable Permission permission;

        @Mixin private final RoomLimitOptions limits = new RoomLimitOptions();

        Change(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            return print(
                    change(
                            name,
                            new RoomChange(topic, mode, null, null, permission, limits.change())));
        }
    }

    /// `parley room members`
    @Command(name = "members", description = "Who is in a room; add and remove agents.")
    static final class Members extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        private String name = "";

        @Option(names = "--add", paramLabel = "AGENT", description = "Repeat for more.")
        private List<String> added = new ArrayList<>();

        @Option(names = "--remove", paramLabel = "AGENT", description = "Repeat for more.")
        private List<String> removed = new ArrayList<>();

        Members(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var room = rooms().get(name);
            if (!added.isEmpty() || !removed.isEmpty()) {
                var members = new ArrayList<>(room.agents());
                members.removeAll(removed);
                members.addAll(added);
                room = change(name, RoomChange.agents(members));
            }
            return print(room);
        }
    }

    /// `parley room delete`
    @Command(name = "delete", description = "Delete a room with all that was said in it.")
    static final class Delete extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        private String name = "";

        Delete(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            rooms().delete(name);
            if (json) {
                console.printJson(Json.object().put("deleted", name));
            } else {
                console.println("Deleted " + Visible.oneLine(name) + ".");
            }
            return 0;
        }
    }
}
