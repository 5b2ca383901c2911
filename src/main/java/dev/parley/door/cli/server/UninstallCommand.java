package dev.parley.door.cli.server;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Bytes;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.ServerRecord;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.cli.shared.Table;
import dev.parley.work.service.Removal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// `parley uninstall`: shows what is Parley's on this machine, asks, and takes it away.
@Command(
        name = "uninstall",
        description = "Show what is Parley's on this machine, ask, and remove it.",
        footer = {
            "",
            "parley uninstall --print   only shows it",
            "",
            "Settings, data, caches, the service and the entries in MCP clients go. Sessions of the CLIs and your",
            "repositories stay as they are. A copy of the database before that: parley backup FILE.",
            "Exit codes: 0 done, 1 something could not be removed, 2 nobody was there to say yes."
        })
public final class UninstallCommand extends Subcommand {
    @Option(
            names = {"--print", "--dry-run"},
            description = "Only show what would go.")
    private boolean isShown;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--json", description = "Print JSON. Needs --print or --yes.")
    private boolean json;

    public UninstallCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        var removal = apps.get().removal();
        var plan = removal.plan();
        var servers = ServerRecord.running(apps.get().directories().servers());
        if (!json) {
            show(plan, servers);
        }
        if (isShown) {
            if (json) {
                console.printJson(json(plan));
            }
            return 0;
        }
        if (plan.items().isEmpty() && servers.isEmpty()) {
            console.println("There is nothing to remove.");
            return 0;
        }
        if (!yes && !isAgreed()) {
            return Problem.Kind.INVALID_REQUEST.exitCode();
        }
        for (var server : servers) {
            ServerCommands.end(server);
        }
        var gone = removal.run(plan);
        return tell(gone, plan);
    }

    private void show(Removal.Plan plan, List<ServerRecord> servers) {
        var table = new Table("WHAT", "WHERE", "SIZE").whole(0).numbers(2);
        servers.forEach(
                server -> table.row("server", "process " + server.process() + " is ended", "-"));
        plan.items()
                .forEach(item ->
                        table.row(
                                item.what(),
                                item.place().toString(),
                                item.bytes() == 0 ? "-" : Bytes.shown(item.bytes())));
        table.print(console.out());
        plan.notes().forEach(console::println);
        console.out().flush();
    }

    /// Without a person at a terminal nobody has agreed.
    private boolean isAgreed() throws IOException {
        console.say("Remove all of this? [y/N] ");
        console.err().flush();
        var answer = new StringBuilder();
        for (var next = console.in().read();
                next >= 0 && next != '\n';
                next = console.in().read()) {
            answer.append(new String(new byte[] {(byte) next}, StandardCharsets.ISO_8859_1));
        }
        var said = answer.toString().strip().toLowerCase(Locale.ROOT);
        if (said.equals("y") || said.equals("yes")) {
            return true;
        }
        console.complain("nothing was removed.");
        return false;
    }

    private int tell(List<Removal.Gone> gone, Removal.Plan plan) {
        var failed = gone.stream().filter(one -> !one.problem().isEmpty()).toList();
        if (json) {
            console.printJson(json(plan).put("failed", failed.size()));
        } else {
            failed.forEach(one ->
                    console.complain(one.item().place() + " is still there. " + one.problem()));
            console.println(failed.isEmpty() ? "All of it is gone." : "The rest is gone.");
        }
        return failed.isEmpty() ? 0 : 1;
    }

    private static ObjectNode json(Removal.Plan plan) {
        var all = Json.object();
        var items = all.putArray("items");
        plan.items()
                .forEach(item ->
                        items.addObject()
                                .put("what", item.what())
                                .put("place", item.place().toString())
                                .put("bytes", item.bytes()));
        plan.notes().forEach(all.putArray("notes")::add);
        return all;
    }
}
