package dev.parley.door.cli.change;

import dev.parley.api.ForkRequest;
import dev.parley.base.json.Json;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.function.Supplier;

/// `parley changes fork`: a session that goes on from a turn of another one, in the server that
/// runs.
@Command(
        name = "fork",
        description = {
            "Go on from a turn in a new session: with what was said until then, and with the files as",
            "they were then, in a worktree."
        })
final class ForkCommand extends ChangeCommands.Base {
    @Parameters(index = "0", paramLabel = "SESSION", description = ChangesCommand.SESSION)
    private String session = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "PROMPT", description = "What to say.")
    private @Nullable String prompt;

    @Option(names = "--turn", paramLabel = "N", required = true, description = "From this turn.")
    private int turn;

    @Option(
            names = "--provider",
            paramLabel = "ID",
            description = "Another CLI. Default: the same.")
    private @Nullable String provider;

    @Option(names = "--model", paramLabel = "NAME", description = "Another model.")
    private @Nullable String model;

    @Option(
            names = "--permission",
            paramLabel = "MODE",
            description = "ask, edit, plan or bypass. Default: the same.")
    private @Nullable Permission permission;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Where the running server listens. Default: as configured.")
    private @Nullable Integer port;

    ForkCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var id = ChangeCommands.session(apps.get(), session);
        var how = new ForkRequest(prompt, provider, model, permission);
        var started =
                RunningServer.named(apps.get(), port)
                        .post("/api/live/" + id + "/changes/" + turn + "/fork", Json.tree(how));
        if (json) {
            console.printJson(started);
        } else {
            console.out()
                    .println(
                            started.path("id").asString()
                                    + " goes on in "
                                    + started.path("cwd").asString());
            console.note("Talk with it: parley chat --resume " + started.path("id").asString());
        }
        return 0;
    }
}
