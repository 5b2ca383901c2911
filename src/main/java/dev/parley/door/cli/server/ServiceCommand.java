package dev.parley.door.cli.server;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.work.service.SystemService;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley service`: a server that the system starts when you sign in.
@Command(
        name = "service",
        description = "Let the system run the server: systemd on Linux, launchd on macOS.",
        footer = {
            "",
            "parley service install --print   only shows the file",
            "parley service install           writes it and starts the server",
            "parley service uninstall         ends it and takes the file away",
            "",
            "The PATH of this terminal goes along, so the server finds the agents that you have here.",
            "It begins when you sign in; `loginctl enable-linger` lets it begin before that."
        })
public final class ServiceCommand {
    private final Supplier<Program> apps;
    private final Console console;

    public ServiceCommand(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    public List<Object> subcommands() {
        return List.of(new Install(), new Uninstall());
    }

    /// The file is written all the same: what the system does not do now, it does later.
    private int tell(
            String what, SystemService service, List<SystemService.Done> done, boolean json) {
        if (json) {
            var all = Json.object().put("file", service.file().toString());
            var commands = all.putArray("commands");
            done.forEach(one ->
                    commands.addObject()
                            .put("command", one.command())
                            .put("problem", one.problem().orElse(null)));
            console.printJson(all);
        } else {
            console.println(what + " " + service.file());
            done.forEach(one ->
                    one.problem()
                            .ifPresentOrElse(
                                    problem ->
                                            console.complain(
                                                    "`" + one.command() + "` failed: " + problem),
                                    () -> console.println("Done: " + one.command())));
        }
        return done.stream().allMatch(one -> one.problem().isEmpty()) ? 0 : 1;
    }

    @Command(
            name = "install",
            description = "Write the file of the service and start it.",
            footer = {
                "",
                "Exit codes: 0 it runs, 1 the file is written, but the system did not start it."
            })
    final class Install implements Callable<Integer> {
        @Option(names = "--port", paramLabel = "PORT", description = "Where it listens.")
        private @Nullable Integer port;

        @Option(names = "--print", description = "Only show what would be written.")
        private boolean isShown;

        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            if (port != null && (port < 1 || port > 65_535)) {
                throw Problem.invalid(port + " is no port.", "Take one from 1 to 65535.");
            }
            var service = apps.get().service();
            if (isShown) {
                var text = service.text(Optional.ofNullable(port));
                if (json) {
                    console.printJson(
                            Json.object()
                                    .put("file", service.file().toString())
                                    .put("content", text));
                } else {
                    console.println("# " + service.file());
                    console.out().print(text);
                    console.out().flush();
                }
                return 0;
            }
            return tell("Wrote", service, service.install(Optional.ofNullable(port)), json);
        }
    }

    @Command(name = "uninstall", description = "End the service and take its file away.")
    final class Uninstall implements Callable<Integer> {
        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        @Override
        public Integer call() throws InterruptedException {
            var service = apps.get().service();
            if (!service.isInstalled()) {
                throw Problem.notFound(
                        "Parley is no service here: there is no " + service.file() + ".",
                        "Make it one with: parley service install");
            }
            return tell("Removed", service, service.uninstall(), json);
        }
    }
}
