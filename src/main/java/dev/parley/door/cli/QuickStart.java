package dev.parley.door.cli;

import dev.parley.door.cli.past.SessionsCommand;
import dev.parley.door.cli.past.UsageCommand;
import dev.parley.door.cli.server.McpStdio;
import dev.parley.door.cli.server.Up;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// Runs the commands that have to be quick when they are said in the usual words, without picocli:
/// loading it takes a third of a start. Everything else, and everything wrong, is left to it.
public final class QuickStart {
    private QuickStart() {}

    /// @return the exit code, or nothing if it was left alone
    public static Optional<Integer> run(
            Supplier<Program> apps, Console console, List<String> args) {
        var words = args.subList(1, args.size());
        return switch (args.getFirst()) {
            case "up" -> Up.quickly(apps, console, args);
            case "usage" -> run(UsageCommand.quickly(apps, console, words), console);
            case "sessions" -> run(SessionsCommand.quickly(apps, console, words), console);
            case "mcp" ->
                    run(
                            McpStdio.quickly(apps, console, words)
                                    .map(stdio -> (Callable<Integer>) stdio::run),
                            console);
            default -> Optional.empty();
        };
    }

    private static Optional<Integer> run(
            Optional<? extends Callable<Integer>> command, Console console) {
        return command.map(known -> {
            try {
                return known.call();
            } catch (Exception failure) {
                return console.report(failure);
            }
        });
    }
}
