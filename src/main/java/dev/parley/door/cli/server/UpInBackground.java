package dev.parley.door.cli.server;

import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.ServerRecord;
import dev.parley.work.access.Browser;
import dev.parley.work.service.BackgroundServer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `parley up --background`: a server that stays when this command and its terminal are gone.
final class UpInBackground {
    private static final int PATIENCE_SECONDS = 60;
    private static final int LOOKS_PER_SECOND = 20;

    private final Program app;
    private final Console console;
    private final BackgroundServer server;

    UpInBackground(Program app, Console console) {
        this.app = app;
        this.console = console;
        server = app.background();
    }

    int run(Optional<Integer> port, boolean opens, boolean lan) throws InterruptedException {
        port.ifPresent(Up::checked);
        var already =
                port.equals(Optional.of(0))
                        ? Optional.<RunningServer>empty()
                        : RunningServer.find(app, port.orElse(null));
        if (already.isPresent()) {
            show("Parley is running already.", already.get(), opens);
            return 0;
        }
        var arguments = new ArrayList<>(List.of("up", "--no-open"));
        port.ifPresent(one -> arguments.addAll(List.of("--port", one.toString())));
        if (lan) {
            arguments.add("--lan");
        }
        var process = server.start(arguments);
        var running = await(process);
        show("Parley is running, as process " + process.pid() + ".", running, opens);
        if (lan) {
            console.println("Pair a device with: parley devices pair");
        }
        console.println("End it with: parley stop");
        return 0;
    }

    private RunningServer await(Process process) throws InterruptedException {
        for (var look = 0; look < PATIENCE_SECONDS * LOOKS_PER_SECOND; look++) {
            var running = find(process.pid());
            if (running.isPresent()) {
                return running.get();
            }
            if (!process.isAlive()) {
                throw new Problem(
                        process.exitValue() == Problem.Kind.BUSY.exitCode()
                                ? Problem.Kind.BUSY
                                : Problem.Kind.AGENT_FAILED,
                        "The server has ended again: " + server.lastWords(),
                        "All of it is in " + server.output());
            }
            Thread.sleep(1000 / LOOKS_PER_SECOND);
        }
        throw new Problem(
                Problem.Kind.BUSY,
                "The server does not answer yet.",
                "Look into " + server.output() + "; process " + process.pid() + " goes on.");
    }

    private Optional<RunningServer> find(long process) throws InterruptedException {
        for (var record : ServerRecord.running(app.directories().servers())) {
            if (record.process() == process) {
                return RunningServer.find(app, record.port());
            }
        }
        return Optional.empty();
    }

    private void show(String state, RunningServer running, boolean opens)
            throws InterruptedException {
        var link = running.newLink();
        console.println(state);
        console.println("Open " + link);
        console.out().flush();
        if (opens && console.isInteractive()) {
            Browser.open(link);
        }
    }
}
