package dev.parley.door.cli.ticket;

import dev.parley.api.TicketStart;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/// `parley tickets start`: a session that works on a ticket, in the server that runs.
@Command(
        name = "start",
        description = "Let an agent work on a ticket: it becomes the prompt of a live session.",
        footer = {
            "",
            "The server that `parley up` started has the session. While it works, the ticket is in",
            "doing; when its turn is over, in review; where you move it, it stays.",
            "",
            "parley tickets start T12 --provider claude --permission edit --worktree"
        })
final class TicketStartCommand extends TicketCommand {
    @Parameters(index = "0", paramLabel = "ID", description = ID)
    private String id = "";

    @Option(names = "--provider", paramLabel = "ID", description = "The CLI: claude, codex, …")
    private @Nullable String provider;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "The model; without --provider it also picks the CLI.")
    private @Nullable String model;

    @Option(
            names = "--permission",
            paramLabel = "MODE",
            description = "What it may do without asking: ask, edit, plan or bypass. Default: ask.")
    private @Nullable Permission permission;

    @Option(
            names = "--worktree",
            description = "In a checkout of its own, which stays until you remove it.")
    private boolean worktree;

    @Option(
            names = "--force",
            description = "Also when what it depends on is not done, or a session works on it.")
    private boolean force;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Where the running server listens. Default: as configured.")
    private @Nullable Integer port;

    TicketStartCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var server = RunningServer.named(apps.get(), port);
        var started = started(server);
        if (json) {
            console.printJson(started);
        } else {
            console.out()
                    .println(
                            started.path("id").asString()
                                    + " works on it in "
                                    + started.path("cwd").asString());
            console.note("Watch it with: parley chat --resume " + started.path("id").asString());
        }
        return 0;
    }

    private JsonNode started(RunningServer server) throws InterruptedException {
        try {
            return post(server, force);
        } catch (Problem problem) {
            if (problem.kind() != Problem.Kind.BUSY || force || !agrees(problem.message())) {
                throw problem;
            }
            return post(server, true);
        }
    }

    private JsonNode post(RunningServer server, boolean isForced) throws InterruptedException {
        var how = new TicketStart(provider, model, permission, worktree, isForced);
        return server.post("/api/tickets/" + RunningServer.part(id) + "/start", Json.tree(how));
    }

    /// Only a person at a keyboard is asked.
    private boolean agrees(String why) {
        if (!Boolean.getBoolean("parley.keyboard") || !console.isInteractive()) {
            return false;
        }
        console.complain(why);
        console.say("Start it nevertheless? [y/N] ");
        console.err().flush();
        try {
            var line =
                    new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8))
                            .readLine();
            return line != null && line.strip().equalsIgnoreCase("y");
        } catch (IOException _) {
            return false;
        }
    }
}
