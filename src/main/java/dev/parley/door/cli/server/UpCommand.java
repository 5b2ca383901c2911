package dev.parley.door.cli.server;

import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.Optional;
import java.util.function.Supplier;

/// `parley up`: the server, in the foreground.
@Command(
        name = "up",
        description =
                "Start Parley on 127.0.0.1 and print the link to open. Ctrl-C stops it and everything it runs.",
        footer = {
            "",
            "parley up --background   stays when the terminal is closed; parley stop ends it",
            "",
            "GET /healthz answers as soon as it is ready. Programs use the token in the data directory:",
            "  curl -H \"Authorization: Bearer $(cat ~/.local/share/parley/token)\" http://127.0.0.1:4780/api/providers"
        })
public final class UpCommand extends Subcommand {
    @Option(names = "--port", paramLabel = "PORT", description = "Where to listen. Default: 4780.")
    private @Nullable Integer port;

    @Option(names = "--no-open", description = "Do not open the browser.")
    private boolean noOpen;

    @Option(
            names = "--lan",
            description =
                    "Also listen on the local network, on the next port, over TLS, for devices that are paired.")
    private boolean lan;

    @Option(
            names = "--background",
            description = "Leave the server running and come back; `parley stop` ends it.")
    private boolean background;

    public UpCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var wanted = Optional.ofNullable(port);
        return background
                ? new UpInBackground(apps.get(), console).run(wanted, !noOpen, lan)
                : new Up(apps.get(), console).run(wanted, !noOpen, lan);
    }
}
