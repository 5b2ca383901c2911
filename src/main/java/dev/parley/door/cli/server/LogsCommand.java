package dev.parley.door.cli.server;

import dev.parley.base.json.Json;
import dev.parley.base.log.LogEntry;
import dev.parley.base.log.LogLevel;
import dev.parley.base.log.LogTail;
import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// `parley logs`: what Parley has noted, and what it notes from now on.
@Command(
        name = "logs",
        description = "Show what Parley has logged, the newest last.",
        footer = {
            "",
            "parley logs --level error       only what went wrong",
            "parley logs --follow            and what comes, until Ctrl-C",
            "PARLEY_LOG=debug parley up      a server that logs more: error, warn, info or debug",
            "",
            "The file is logs/parley.log in the data directory; its path comes with --path."
        })
final class LogsCommand extends Subcommand {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);

    @Option(
            names = {"-f", "--follow"},
            description = "Go on with what is logged from now on.")
    private boolean follow;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = "How many of the newest entries. Default: 50.")
    private int limit = 50;

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description = "This level and worse: error, warn, info or debug.")
    private String level = "debug";

    @Option(names = "--path", description = "Only print where the file is.")
    private boolean path;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    LogsCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var file = apps.get().directories().log();
        if (path) {
            console.println(file.toString());
            return 0;
        }
        var least =
                LogLevel.find(level)
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "There is no level \"" + level + "\".",
                                        "There are error, warn, info and debug."));
        if (limit < 0) {
            throw Problem.invalid("--limit is " + limit + ".", "Take 0 or more.");
        }
        var tail = new LogTail(file);
        try {
            var all = within(tail.all(), least);
            all.stream().skip(Math.max(0, all.size() - limit)).forEach(this::print);
            console.out().flush();
            while (follow) {
                Thread.sleep(BETWEEN_LOOKS);
                within(tail.more(), least).forEach(this::print);
                console.out().flush();
            }
            if (all.isEmpty() && !json) {
                console.note("Nothing is logged in " + file + ".");
            }
            return 0;
        } catch (IOException e) {
            throw Problem.invalid(
                            file + " cannot be read: " + e.getMessage(),
                            "Make it readable, or remove it.")
                    .causedBy(e);
        }
    }

    private static List<LogEntry> within(List<LogEntry> entries, LogLevel least) {
        return entries.stream().filter(entry -> entry.level().isWithin(least)).toList();
    }

    private void print(LogEntry entry) {
        if (json) {
            console.println(
                    Json.write(
                            Json.object()
                                    .put("time", entry.time())
                                    .put("level", entry.level().word())
                                    .put("source", entry.source())
                                    .put("text", entry.text())));
            return;
        }
        var lines = entry.text().lines().toList();
        console.println(
                "%s %-5s %s"
                        .formatted(
                                entry.time().replace('T', ' '),
                                entry.level(),
                                lines.isEmpty() ? "" : lines.getFirst()));
        lines.stream().skip(1).forEach(line -> console.outside(line.strip()));
    }
}
