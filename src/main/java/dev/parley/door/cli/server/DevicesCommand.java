package dev.parley.door.cli.server;

import dev.parley.base.json.Json;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.Table;
import dev.parley.door.json.DeviceJson;
import dev.parley.door.json.SessionJson;
import dev.parley.door.lan.QrCode;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley devices`: the browsers that may use Parley, here and on other machines.
@Command(
        name = "devices",
        description = "Browsers that may use Parley's page, on this machine and on others.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "parley up --lan              also listens on the local network, over TLS",
            "parley devices pair          a code and a QR code for one more device",
            "parley devices list",
            "parley devices rename 1a2b3c4d \"My phone\"",
            "parley devices revoke 1a2b3c4d    takes effect at once"
        })
public final class DevicesCommand {
    private final Supplier<Program> apps;
    private final Console console;

    public DevicesCommand(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    /// The subcommands, which share what this one has.
    public List<Object> subcommands() {
        return List.of(new Shown(), new Pair(), new Rename(), new Revoke());
    }

    /// `parley devices list`
    @Command(name = "list", description = "List them, those seen last first.")
    final class Shown implements Callable<Integer> {
        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() {
            var devices = apps.get().devices().all();
            if (json) {
                console.printJson(SessionJson.list(devices, DeviceJson::of));
                return 0;
            }
            if (devices.isEmpty()) {
                console.println("No browser was let in yet. `parley up` prints a link for one.");
                return 0;
            }
            var table = new Table("ID", "NAME", "WHERE", "LAST SEEN").whole(0, 3).spare(2).quiet(3);
            devices.forEach(one ->
                    table.row(
                            one.id(),
                            one.name(),
                            one.isRemote() ? "network" : "here",
                            one.lastSeen().truncatedTo(ChronoUnit.SECONDS).toString()));
            table.print(console.out());
            return 0;
        }
    }

    /// `parley devices pair`
    @Command(
            name = "pair",
            description =
                    "Let one more device in: prints a code and a QR code, good for five minutes.",
            footer = {"", "The server has to run with --lan."})
    final class Pair implements Callable<Integer> {
        @Option(names = "--port", paramLabel = "PORT", description = "Where the server listens.")
        private @Nullable Integer port;

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            var answer =
                    RunningServer.named(apps.get(), port).post("/api/devices/pair", Json.object());
            if (json) {
                console.printJson(answer);
                return 0;
            }
            print(
                    console,
                    answer.path("address").asString(""),
                    answer.path("code").asString(""),
                    answer.path("link").asString(""));
            return 0;
        }
    }

    /// What a person needs to let a device in.
    static void print(Console console, String address, String code, String link) {
        new QrCode(link).lines().forEach(console::println);
        console.println("Scan it, or open " + address + "/pair and type " + code);
        console.println("Good once, for five minutes.");
    }

    /// `parley devices rename`
    @Command(name = "rename", description = "Call a device something else.")
    final class Rename implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "The device.")
        private String id = "";

        @Parameters(index = "1", paramLabel = "NAME", description = "Its new name.")
        private String name = "";

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() {
            apps.get().devices().rename(id, name);
            if (json) {
                console.printJson(Json.object().put("renamed", id));
            } else {
                console.println("Renamed " + id + ".");
            }
            return 0;
        }
    }

    /// `parley devices revoke`
    @Command(name = "revoke", description = "Let a device in no more.")
    final class Revoke implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "ID", description = "The device.")
        private String id = "";

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() {
            apps.get().devices().revoke(id);
            if (json) {
                console.printJson(Json.object().put("revoked", id));
            } else {
                console.println("Revoked " + id + ". What it has open ends with its next request.");
            }
            return 0;
        }
    }
}
