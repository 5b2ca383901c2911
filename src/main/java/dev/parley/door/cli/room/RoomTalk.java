package dev.parley.door.cli.room;

import dev.parley.api.RoomEvent;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.event.Action;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/// The commands by which people take part. Where a server runs, the agents talk there: it has their
/// processes.
final class RoomTalk {
    private static final Map<String, String> IMAGES =
            Map.of(
                    "png",
                    "image/png",
                    "jpg",
                    "image/jpeg",
                    "jpeg",
                    "image/jpeg",
                    "gif",
                    "image/gif",
                    "webp",
                    "image/webp");

    private RoomTalk() {}

    private static String path(String name, String what) {
        return "/api/rooms/" + RunningServer.part(name) + "/" + what;
    }

    /// `parley room say`
    @Command(
            name = "say",
            description = "Write something, and see what the agents make of it.",
            footer = {
                "",
                "parley room say talk \"@ada What could go wrong?\"",
                "parley room say talk --image plan.png \"Is this plan complete?\"",
                "git diff | parley room say review --diff - \"Please review this.\""
            })
    static final class Say extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        private String name = "";

        @Parameters(index = "1", paramLabel = "TEXT", arity = "0..1", description = "What to say.")
        private @Nullable String text;

        @Option(names = "--from", paramLabel = "PERSON", description = "Your name. Default: you.")
        private @Nullable String from;

        @Option(
                names = "--image",
                paramLabel = "FILE",
                description = "A picture to go with it; repeat for more.")
        private List<Path> images = new ArrayList<>();

        @Option(
                names = "--mode",
                paramLabel = "MODE",
                description = "free, review, estimate or debate. Default: that of the room.")
        private @Nullable RoomMode mode;

        @Option(
                names = "--diff",
                paramLabel = "FILE",
                description = "A diff to review; - reads standard input.")
        private @Nullable String diff;

        @Option(names = "--branch", paramLabel = "BRANCH", description = "A branch to review.")
        private @Nullable String branch;

        @Option(
                names = "--base",
                paramLabel = "BRANCH",
                description = "What the branch is compared with. Default: main or master.")
        private @Nullable String base;

        @Option(
                names = "--project",
                paramLabel = "DIR",
                description = "The repository of the branch. Default: here.")
        private Path project = Path.of("");

        @Option(
                names = "--session",
                paramLabel = "SESSION",
                description = "A session that Parley ran, whose changes are reviewed.")
        private @Nullable String session;

        @Option(names = "--no-wait", description = "Do not wait for the agents.")
        private boolean noWait;

        Say(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var server = RunningServer.find(apps.get(), null);
            var post = new RoomPost(from, text, pictures(), mode, subject());
            var said =
                    server.isPresent()
                            ? server.get()
                                    .post(path(name, "messages"), Json.tree(post))
                                    .path("number")
                                    .asLong()
                            : rooms().say(name, post).number();
            if (!noWait || server.isEmpty()) {
                try (var _ = RoomSigns.of(console, apps.get(), name, said)) {
                    watch(name, said - 1);
                }
            }
            return 0;
        }

        private RoomPost.@Nullable Subject subject() {
            if (diff == null && branch == null && session == null) {
                return null;
            }
            return new RoomPost.Subject(
                    diff == null ? null : read(diff),
                    branch,
                    session,
                    base,
                    branch == null ? null : project.toAbsolutePath().normalize().toString());
        }

        private String read(String file) {
            try {
                return file.equals("-")
                        ? console.input()
                        : new String(Console.read(Path.of(file)), StandardCharsets.UTF_8);
            } catch (IOException | InvalidPathException e) {
                throw Problem.invalid(
                        "\"" + file + "\" cannot be read.", "Name a file with a diff in it.");
            }
        }

        private List<Action.Image> pictures() {
            var all = new ArrayList<Action.Image>();
            for (var file : images) {
                var name = file.toString().toLowerCase(Locale.ROOT);
                var type = IMAGES.get(name.substring(name.lastIndexOf('.') + 1));
                try {
                    if (type == null) {
                        throw new IOException("unknown kind");
                    }
                    var data = Base64.getEncoder().encodeToString(Console.read(file));
                    all.add(new Action.Image(type, data));
                } catch (IOException e) {
                    throw Problem.invalid(
                            "\"" + file + "\" is no picture that can be read.",
                            "Name a png, jpg, gif or webp file.");
                }
            }
            return all;
        }
    }

    /// `parley room follow`
    @Command(name = "follow", description = "What is said in a room, as it is said.")
    static final class Follow extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        private String name = "";

        @Option(
                names = "--after",
                paramLabel = "N",
                description = "Only messages behind this number.")
        private long after;

        Follow(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var last = rooms().get(name).lastMessage();
            try (var feed = rooms().follow(name, after);
                    var _ = RoomSigns.of(console, apps.get(), name, last)) {
                for (var next = feed.next(); next.isPresent(); next = feed.next()) {
                    if (next.get() instanceof RoomEvent.Posted(var message)) {
                        print(message);
                        console.out().flush();
                    }
                }
            }
            return 0;
        }
    }

    /// What is asked of the Parley in which the agents talk.
    abstract static class Order extends RoomSubcommand {
        @Parameters(index = "0", paramLabel = "NAME", description = NAME)
        String name = "";

        private final String verb;

        Order(Supplier<Program> apps, Console console, String verb) {
            super(apps, console);
            this.verb = verb;
        }

        abstract void here() throws InterruptedException;

        void order() throws InterruptedException {
            var server = RunningServer.find(apps.get(), null);
            rooms().get(name); // says in plain words that there is none
            if (server.isPresent()) {
                server.get().post(path(name, verb), Json.object());
            } else {
                here();
            }
        }

        @Override
        public Integer call() throws InterruptedException {
            order();
            return print(rooms().get(name));
        }
    }

    /// `parley room stop`
    @Command(name = "stop", description = "End the turns that run.")
    static final class Stop extends Order {
        Stop(Supplier<Program> apps, Console console) {
            super(apps, console, "stop");
        }

        @Override
        void here() throws InterruptedException {
            if (!rooms().stop(name)) {
                console.note("No agents talk in " + Visible.oneLine(name) + ".");
            }
        }
    }

    /// `parley room pause`
    @Command(name = "pause", description = "Let no further turn begin.")
    static final class Pause extends Order {
        Pause(Supplier<Program> apps, Console console) {
            super(apps, console, "pause");
        }

        @Override
        void here() throws InterruptedException {
            rooms().pause(name);
        }
    }

    /// `parley room resume`
    @Command(name = "resume", description = "Let a paused room go on where it was, and see it.")
    static final class Resume extends Order {
        Resume(Supplier<Program> apps, Console console) {
            super(apps, console, "resume");
        }

        @Override
        void here() throws InterruptedException {
            rooms().resume(name);
        }

        @Override
        public Integer call() throws InterruptedException {
            var last = rooms().get(name).lastMessage();
            try (var _ = RoomSigns.of(console, apps.get(), name, last)) {
                order();
                watch(name, last);
            }
            return 0;
        }
    }
}
