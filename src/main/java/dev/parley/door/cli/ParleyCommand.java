package dev.parley.door.cli;

import dev.parley.base.resource.Version;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.UsageMistake;
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

/// `parley` itself: how a command line is read, and how failures are told.
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
        return commandLine(new Commands(apps, console).forLine(args), console).execute(args);
    }

    /// With all commands.
    static CommandLine commandLine(Supplier<Program> apps, Console console) {
        return commandLine(new Commands(apps, console).all(), console);
    }

    private static CommandLine commandLine(List<CommandLine> commands, Console console) {
        var root = new CommandLine(new ParleyCommand());
        commands.forEach(root::addSubcommand);
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
