package dev.parley.door.cli.server;

import dev.parley.base.problem.Problem;
import dev.parley.base.resource.Version;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.ServerRecord;
import dev.parley.work.access.Browser;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Starts the server and stays with it until it is stopped. Knows nothing of picocli, so that the
/// usual ways to say `parley up` can go without it: loading it takes a third of the start.
public final class Up {
    private static final int HIGHEST_PORT = 65_535;

    private final Program app;
    private final Console console;

    Up(Program app, Console console) {
        this.app = app;
        this.console = console;
    }

    /// Runs `parley up` if that is what the arguments say in the usual words; anything else, and
    /// everything wrong, is left to picocli.
    ///
    /// @return the exit code, or nothing if it was left alone
    public static Optional<Integer> quickly(
            Supplier<Program> apps, Console console, List<String> args) {
        if (args.isEmpty() || !args.getFirst().equals("up")) {
            return Optional.empty();
        }
        Optional<Integer> port = Optional.empty();
        var opens = true;
        for (var at = 1; at < args.size(); at++) {
            if (args.get(at).equals("--no-open")) {
                opens = false;
            } else if (args.get(at).equals("--port")
                    && at + 1 < args.size()
                    && args.get(at + 1).matches("\\d{1,5}")) {
                port = Optional.of(Integer.valueOf(args.get(++at)));
            } else {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(new Up(apps.get(), console).run(port, opens, false));
        } catch (InterruptedException | RuntimeException failure) {
            return Optional.of(console.report(failure));
        }
    }

    /// @param lan whether other devices may come in, over TLS
    int run(Optional<Integer> port, boolean opens, boolean lan) throws InterruptedException {
        int wanted = checked(port.orElseGet(app::port));
        try (var doors = app.newServer(wanted)) {
            var network =
                    lan
                            ? Optional.of(new UpForNetwork(app, console, doors, wanted))
                            : Optional.<UpForNetwork>empty();
            var listening = doors.server().start();
            var record = ServerRecord.ofThisProcess(listening);
            try {
                write(record);
                show(
                        "Parley is running.",
                        opens,
                        "http://127.0.0.1:" + listening + doors.gate().newLink());
                network.ifPresent(UpForNetwork::show);
                warnOfMissing();
                LoggerFactory.getLogger(Up.class)
                        .info("Parley {} listens on port {}", Version.current(), listening);
                app.recover();
                app.historyVerbs().index().keep();
                app.keepStore();
                app.followFiles();
                app.moves().onLimit().start();
                doors.server().join();
            } finally {
                record.delete(app.directories().servers());
            }
            return 0;
        } catch (Problem problem) {
            var running =
                    problem.kind() == Problem.Kind.BUSY
                            ? linkOfRunning(wanted)
                            : Optional.<String>empty();
            if (running.isEmpty()) {
                throw problem;
            }
            show("Parley is running already.", opens, running.get());
            return 0;
        }
    }

    static int checked(int port) {
        if (port < 0 || port > HIGHEST_PORT) {
            throw Problem.invalid(
                    port + " is no port.",
                    "Take one from 1 to " + HIGHEST_PORT + ", or 0 for any that is free.");
        }
        return port;
    }

    private void write(ServerRecord record) {
        try {
            record.write(app.directories().servers());
        } catch (IOException e) {
            console.err()
                    .println(
                            "parley: other commands need --port to find this server: "
                                    + e.getMessage());
        }
    }

    private void show(String state, boolean opens, String link) {
        console.println(state);
        console.println("Open " + link);
        console.out().flush();
        if (opens && console.isInteractive()) {
            Browser.open(link);
        }
    }

    /// One line for what a newcomer may be missing.
    private void warnOfMissing() {
        var missing = app.checkup().missing();
        if (!missing.isEmpty()) {
            console.println(
                    "Not installed: "
                            + String.join(", ", missing)
                            + ". `parley doctor` says how to get them.");
            console.out().flush();
        }
    }

    /// A Parley that already has the port gives us a link, if it is ours.
    private Optional<String> linkOfRunning(int wanted) throws InterruptedException {
        var server = RunningServer.find(app, wanted);
        return server.isEmpty() ? Optional.empty() : Optional.of(server.get().newLink());
    }
}
