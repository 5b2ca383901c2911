package dev.parley.door.cli;

import dev.parley.door.cli.change.ChangesCommand;
import dev.parley.door.cli.change.RaceCommand;
import dev.parley.door.cli.change.WorktreesCommand;
import dev.parley.door.cli.live.ApprovalsCommand;
import dev.parley.door.cli.live.ChatCommand;
import dev.parley.door.cli.past.ExportCommand;
import dev.parley.door.cli.past.ImportCommand;
import dev.parley.door.cli.past.IndexCommand;
import dev.parley.door.cli.past.MoveCommand;
import dev.parley.door.cli.past.ResumeCommand;
import dev.parley.door.cli.past.SearchCommand;
import dev.parley.door.cli.past.SessionsCommand;
import dev.parley.door.cli.past.ShowCommand;
import dev.parley.door.cli.past.UsageCommand;
import dev.parley.door.cli.room.RoomCommand;
import dev.parley.door.cli.server.DevicesCommand;
import dev.parley.door.cli.server.KeysCommand;
import dev.parley.door.cli.server.McpCommand;
import dev.parley.door.cli.server.ServerCommands;
import dev.parley.door.cli.server.ServiceCommand;
import dev.parley.door.cli.server.UninstallCommand;
import dev.parley.door.cli.server.UpCommand;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.ticket.TicketCommands;
import dev.parley.door.cli.ticket.TicketsCommand;

import picocli.CommandLine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// Every command there is, in the order of the help. To read what one understands from its
/// annotations takes a few milliseconds, so each is made when it is asked for.
final class Commands {
    /// Tells about all the others.
    private static final String COMPLETION = "completion";

    private final Supplier<Program> apps;
    private final Console console;
    private final Map<String, Supplier<CommandLine>> named = new LinkedHashMap<>();

    Commands(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
        one("up", UpCommand::new);
        one("status", ServerCommands::status);
        one("open", ServerCommands::open);
        one("stop", ServerCommands::stop);
        one("logs", ServerCommands::logs);
        group("service", ServiceCommand::new, ServiceCommand::subcommands);
        one("run", RunCommand::new);
        one("chat", ChatCommand::new);
        one("approvals", ApprovalsCommand::new);
        one("sessions", SessionsCommand::new);
        one("search", SearchCommand::new);
        one("show", ShowCommand::new);
        one("resume", ResumeCommand::new);
        group("move", MoveCommand::new, MoveCommand::subcommands);
        one("export", ExportCommand::new);
        one("import", ImportCommand::new);
        one("usage", UsageCommand::new);
        one("index", IndexCommand::new);
        one("doctor", DoctorCommand::new);
        group("config", ConfigCommand::new, ConfigCommand::subcommands);
        group("models", ModelsCommand::new, _ -> new RegistryCommands(apps, console).all());
        group("keys", KeysCommand::new, KeysCommand::subcommands);
        group("devices", DevicesCommand::new, DevicesCommand::subcommands);
        group("tickets", TicketsCommand::new, _ -> TicketCommands.all(apps, console));
        group("changes", ChangesCommand::new, ChangesCommand::subcommands);
        group("worktrees", WorktreesCommand::new, WorktreesCommand::subcommands);
        group("race", RaceCommand::new, RaceCommand::subcommands);
        group("room", RoomCommand::new, _ -> RoomCommand.all(apps, console));
        group("tools", ToolsCommand::new, ToolsCommand::subcommands);
        group("mcp", McpCommand::new, McpCommand::subcommands);
        group("store", StoreCommand::new, StoreCommand::subcommands);
        one("backup", BackupCommand::new);
        one("uninstall", UninstallCommand::new);
        one(COMPLETION, CompletionCommand::new);
    }

    private void one(String name, BiFunction<Supplier<Program>, Console, Object> command) {
        named.put(name, () -> new CommandLine(command.apply(apps, console)));
    }

    private <T> void group(
            String name,
            BiFunction<Supplier<Program>, Console, T> command,
            Function<T, List<Object>> subcommands) {
        named.put(
                name,
                () -> {
                    var made = command.apply(apps, console);
                    var group = new CommandLine(made);
                    subcommands.apply(made).forEach(group::addSubcommand);
                    return group;
                });
    }

    List<CommandLine> all() {
        return named.values().stream().map(Supplier::get).toList();
    }

    /// What this line may need: the command that is named, or all where none is or where it is
    /// about the others.
    List<CommandLine> forLine(String... args) {
        var command = args.length == 0 ? null : named.get(args[0]);
        return command == null || args[0].equals(COMPLETION) ? all() : List.of(command.get());
    }
}
