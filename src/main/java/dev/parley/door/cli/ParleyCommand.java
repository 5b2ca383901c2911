package dev.parley.door.cli;

import dev.parley.App;
import dev.parley.Main;
import dev.parley.problem.Problem;
import dev.parley.provider.Permission;

import org.slf4j.LoggerFactory;

import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
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
    /// The exit code of a command somebody stopped, as a shell has it.
    static final int INTERRUPTED = 130;

    private ParleyCommand() {}

    /// Runs one command line and returns its exit code.
    public static int run(Supplier<App> apps, Console console, String... args) {
        return commandLine(apps, console).execute(args);
    }

    static CommandLine commandLine(Supplier<App> apps, Console console) {
        var root = new CommandLine(new ParleyCommand());
        root.addSubcommand(new UpCommand(apps, console));
        root.addSubcommand(new RunCommand(apps, console));
        root.addSubcommand(new DoctorCommand(apps, console));
        root.addSubcommand(new ModelsCommand(apps, console));
        root.addSubcommand(new CompletionCommand(console));
        root.setOut(writer(console.out()));
        root.setErr(writer(console.err()));
        root.registerConverter(Permission.class, ParleyCommand::permission);
        root.setExecutionExceptionHandler((failure, _, _) -> tell(console, failure));
        for (var command : root.getSubcommands().values()) {
            command.getCommandSpec().addOption(help());
        }
        root.getCommandSpec().addOption(help());
        root.getCommandSpec().addOption(version());
        root.getCommandSpec().version("parley " + Main.version());
        return root;
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

    private static int tell(Console console, Exception failure) {
        if (failure instanceof Problem problem) {
            console.err().println("parley: " + problem.message());
            console.err().println(problem.remedy());
            return problem.kind().exitCode();
        }
        if (failure instanceof InterruptedException) {
            return INTERRUPTED;
        }
        // Looked up here, not in a field: a command that goes well needs no logging.
        LoggerFactory.getLogger(ParleyCommand.class).error("A bug in Parley", failure);
        console.err().println("parley: something went wrong inside Parley: " + failure);
        return 70;
    }
}
