package dev.parley.door.cli.server;

import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Version;
import dev.parley.door.cli.shared.Ago;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.ServerRecord;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;
import dev.parley.work.access.Browser;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// Commands about the servers that run on this machine: see them, open their page, end them, read
/// what they log.
public final class ServerCommands {
    /// How long a server may take to end its agents; it gives them four seconds itself.
    private static final int PATIENCE_SECONDS = 20;

    private ServerCommands() {}

    public static Subcommand status(Supplier<Program> apps, Console console) {
        return new Status(apps, console);
    }

    public static Subcommand open(Supplier<Program> apps, Console console) {
        return new Open(apps, console);
    }

    public static Subcommand stop(Supplier<Program> apps, Console console) {
        return new Stop(apps, console);
    }

    public static Subcommand logs(Supplier<Program> apps, Console console) {
        return new LogsCommand(apps, console);
    }

    /// Asks it to end, and waits until it has.
    static void end(ServerRecord server) throws InterruptedException {
        var process = ProcessHandle.of(server.process());
        if (process.isEmpty() || !process.get().destroy()) {
            return;
        }
        try {
            process.get().onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException slow) {
            throw new Problem(
                            Problem.Kind.BUSY,
                            "The server on port " + server.port() + " has not ended yet.",
                            "Wait, or end its process " + server.process() + ".")
                    .causedBy(slow);
        }
    }

    private static Problem nobody() {
        return Problem.notFound("No Parley server is running.", "Start one with `parley up`.");
    }

    /// `parley status`
    @Command(
            name = "status",
            description = "Say whether a server runs: its process, port and live sessions.",
            footer = {"", "Exit codes: 0 one runs, 4 none does."})
    static final class Status extends Subcommand {
        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        Status(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var app = apps.get();
            var servers = ServerRecord.running(app.directories().servers());
            if (servers.isEmpty()) {
                throw nobody();
            }
            var list = Json.array();
            for (var server : servers) {
                var live = RunningServer.named(app, server.port()).get("/api/live?limit=1000");
                list.add(
                        Json.object()
                                .put("process", server.process())
                                .put("port", server.port())
                                .put("version", server.version())
                                .put("started", Instant.ofEpochMilli(server.started()).toString())
                                .put(
                                        "liveSessions",
                                        live.valueStream().filter(Status::isOpen).count()));
            }
            if (json) {
                console.printJson(
                        Json.object().put("version", Version.current()).set("servers", list));
                return 0;
            }
            var table = new Table("PROCESS", "ADDRESS", "STARTED", "LIVE SESSIONS").numbers(0, 3);
            for (var server : list) {
                table.row(
                        server.path("process").asString(),
                        "http://127.0.0.1:" + server.path("port").asInt(),
                        started(server.path("started").asString(), app.zone()),
                        server.path("liveSessions").asString());
            }
            table.print(console.out());
            return 0;
        }

        private static boolean isOpen(JsonNode session) {
            return switch (SessionState.ofWireName(session.path("state").asString())) {
                case STARTING, RUNNING, WAITING, IDLE -> true;
                case COMPLETED, ERROR, INTERRUPTED -> false;
            };
        }

        private static String started(String time, ZoneId zone) {
            return Ago.text(Instant.parse(time), Clock.systemUTC().instant(), zone);
        }
    }

    /// `parley open`
    @Command(
            name = "open",
            description = "Open the page of the running server, with a new link that signs you in.")
    static final class Open extends Subcommand {
        @Option(names = "--print", description = "Only print the link.")
        private boolean prints;

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        Open(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var link = RunningServer.named(apps.get(), null).newLink();
            if (json) {
                console.printJson(Json.object().put("link", link));
            } else {
                console.println(link);
            }
            if (!prints && console.isInteractive()) {
                Browser.open(link);
            }
            return 0;
        }
    }

    /// `parley stop`
    @Command(
            name = "stop",
            description = "End the running server, with everything it runs.",
            footer = {"", "Nothing is lost: its sessions go on with the next `parley up`."})
    static final class Stop extends Subcommand {
        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        Stop(Supplier<Program> apps, Console console) {
            super(apps, console);
        }

        @Override
        public Integer call() throws InterruptedException {
            var servers = ServerRecord.running(apps.get().directories().servers());
            if (servers.isEmpty()) {
                throw nobody();
            }
            var ended = Json.array();
            for (var server : servers) {
                end(server);
                ended.add(server.process());
                if (!json) {
                    console.println("Ended the server on port " + server.port() + ".");
                }
            }
            if (json) {
                console.printJson(Json.object().set("ended", ended));
            }
            return 0;
        }
    }
}
