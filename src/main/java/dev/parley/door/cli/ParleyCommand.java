package dev.parley.door.cli;

import dev.parley.base.resource.Version;
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
import dev.parley.door.cli.server.UpCommand;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.UsageMistake;
import dev.parley.door.cli.ticket.TicketCommands;
import dev.parley.door.cli.ticket.TicketsCommand;
import dev.parley.event.Permission;

import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley`: all commands, and how their failures are told.
@Command(
        name = "parley",
        description = "One local control plane for coding-agent CLIs.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Start with: parley doctor, then parley run --provider demo \"hello\", then parley up."
        })
public final class ParleyCommand {
    private ParleyCommand() {}

    /// Runs one command line and returns its exit code.
    public static int run(Supplier<Program> apps, Console console, String... args) {
        return commandLine(apps, console).execute(args);
    }

    static CommandLine commandLine(Supplier<Program> apps, Console console) {
        var root = new CommandLine(new ParleyCommand());
        root.addSubcommand(new UpCommand(apps, console));
        ServerCommands.all(apps, console).forEach(root::addSubcommand);
        root.addSubcommand(new RunCommand(apps, console));
        root.addSubcommand(new ChatCommand(apps, console));
        root.addSubcommand(new ApprovalsCommand(apps, console));
        root.addSubcommand(new SessionsCommand(apps, console));
        root.addSubcommand(new SearchCommand(apps, console));
        root.addSubcommand(new ShowCommand(apps, console));
        root.addSubcommand(new ResumeCommand(apps, console));
        var move = new MoveCommand(apps, console);
        root.addSubcommand(group(move, move.subcommands()));
        root.addSubcommand(new ExportCommand(apps, console));
        root.addSubcommand(new ImportCommand(apps, console));
        root.addSubcommand(new UsageCommand(apps, console));
        root.addSubcommand(new IndexCommand(apps, console));
        root.addSubcommand(new DoctorCommand(apps, console));
        var config = new ConfigCommand(apps, console);
        root.addSubcommand(group(config, config.subcommands()));
        root.addSubcommand(
                group(new ModelsCommand(apps, console), new RegistryCommands(apps, console).all()));
        var keys = new KeysCommand(apps, console);
        var devices = new DevicesCommand(apps, console);
        root.addSubcommand(group(keys, keys.subcommands()));
        root.addSubcommand(group(devices, devices.subcommands()));
        var tickets = new TicketsCommand(apps, console);
        root.addSubcommand(group(tickets, TicketCommands.all(apps, console)));
        var changes = new ChangesCommand(apps, console);
        root.addSubcommand(group(changes, changes.subcommands()));
        var worktrees = new WorktreesCommand(apps, console);
        root.addSubcommand(group(worktrees, worktrees.subcommands()));
        var race = new RaceCommand(apps, console);
        root.addSubcommand(group(race, race.subcommands()));
        var rooms = new RoomCommand(apps, console);
        root.addSubcommand(group(rooms, RoomCommand.all(apps, console)));
        var tools = new ToolsCommand(apps, console);
        root.addSubcommand(group(tools, tools.subcommands()));
        var mcp = new McpCommand(apps, console);
        root.addSubcommand(group(mcp, mcp.subcommands()));
        var store = new StoreCommand(apps, console);
        root.addSubcommand(group(store, store.subcommands()));
        root.addSubcommand(new BackupCommand(apps, console));
        root.addSubcommand(new CompletionCommand(apps, console));
        root.setOut(writer(console.out()));
        root.setErr(writer(console.err()));
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.registerConverter(Permission.class, ParleyCommand::permission);
        root.setExecutionExceptionHandler((failure, _, _) -> console.report(failure));
        root.setParameterExceptionHandler((mistake, _) -> report(mistake, console));
        root.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        addHelp(root);
        root.addSubcommand(new CommandLine.HelpCommand());
        HelpLook.giveTo(root);
        root.getCommandSpec().addOption(version());
        root.getCommandSpec().addOption(colours());
        root.getCommandSpec().version("parley " + Version.current());
        return root;
    }

    /// What cannot be understood is quoted, and it may have come from anywhere: `xargs parley
    /// show`. A group of commands without one of them shows what there is.
    private static int report(CommandLine.ParameterException mistake, Console console) {
        var command = mistake.getCommandLine();
        var isOnlyGroup = !(command.getCommand() instanceof Callable);
        if (isOnlyGroup && !(mistake instanceof CommandLine.UnmatchedArgumentException)) {
            command.usage(command.getErr());
        } else {
            console.complain(UsageMistake.of(mistake));
        }
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static CommandLine group(Object command, List<Object> subcommands) {
        var group = new CommandLine(command);
        subcommands.forEach(group::addSubcommand);
        return group;
    }

    private static void addHelp(CommandLine command) {
        command.getSubcommands().values().forEach(ParleyCommand::addHelp);
        command.getCommandSpec().addOption(help());
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    private static CommandLine.Model.OptionSpec version() {
        return CommandLine.Model.OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Print the version.")
                .build();
    }

    /// Told here only: [ColourChoice] has read it.
    private static CommandLine.Model.OptionSpec colours() {
        return CommandLine.Model.OptionSpec.builder(ColourChoice.OPTION)
                .paramLabel("WHEN")
                .completionCandidates(List.of("auto", "always", "never"))
                .description(
                        "With colours: auto (on a terminal, unless NO_COLOR is set), always or never. For every command.")
                .build();
    }

    private static CommandLine.Model.OptionSpec help() {
        return CommandLine.Model.OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help.")
                .build();
    }

    private static Permission permission(String text) {
        return Arrays.stream(Permission.values())
                .filter(mode -> mode.wireName().equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                        new CommandLine.TypeConversionException(
                                "expected ask, edit, plan or bypass, not " + text));
    }
}
