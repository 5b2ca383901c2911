package dev.parley.door.cli.past;

import dev.parley.api.UsageBy;
import dev.parley.api.UsageReport;
import dev.parley.api.UsageRequest;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.HistoryPass;
import dev.parley.door.cli.shared.HomePath;
import dev.parley.door.cli.shared.PlainOptions;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.ProjectPath;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.json.SessionJson;
import dev.parley.door.render.Printable;
import dev.parley.event.SessionKey;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// `parley usage`: tokens and money.
@Command(
        name = "usage",
        description = "Add up the tokens all CLIs used on this machine, and what they cost.",
        footer = {
            "",
            "Every request counts once, however many files tell of it. Costs are what the CLI wrote down, else",
            "by a table of list prices; your own go into prices.json in the config directory:",
            "  {\"models\": {\"my-model\": {\"input\": 1.5, \"output\": 6, \"cached\": 0.15, \"cacheWrite\": 1.9}}}",
            "in US dollars per million tokens. A model without a price is counted without cost: +? or ?.",
            "What a subagent used counts for the session that started it; the demo agent uses nothing."
        })
public final class UsageCommand extends Subcommand {
    private static final Set<String> FLAGS = Set.of("--json", "--models");
    private static final Set<String> VALUED =
            Set.of("--by", "--since", "--until", "--provider", "--project");

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "day",
            description =
                    "hour, day, week, month, model, project, provider, session or ticket. Default: ${DEFAULT-VALUE}.")
    private String by = "day";

    @Option(
            names = "--since",
            paramLabel = "DAY",
            description =
                    "From this day on: 2026-11-01, 2026-11, today, or 7d for the last seven days.")
    private @Nullable String since;

    @Option(
            names = "--until",
            paramLabel = "DAY",
            description = "To this day, with it; of a month or a year, its last.")
    private @Nullable String until;

    @Option(names = "--provider", paramLabel = "ID", description = "Of this provider only.")
    private @Nullable String provider;

    @Option(
            names = "--project",
            paramLabel = "PATH",
            description = "In this project only: its path, or the last names of it.")
    private @Nullable String project;

    @Option(names = "--models", description = "Tell for each line what came of which model.")
    private boolean models;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public UsageCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    public static Optional<UsageCommand> quickly(
            Supplier<Program> apps, Console console, List<String> words) {
        return PlainOptions.read(words, FLAGS, VALUED)
                .map(options -> {
                    var command = new UsageCommand(apps, console);
                    command.by = options.getOrDefault("--by", command.by);
                    command.since = options.get("--since");
                    command.until = options.get("--until");
                    command.provider = options.get("--provider");
                    command.project = options.get("--project");
                    command.models = options.containsKey("--models");
                    command.json = options.containsKey("--json");
                    return command;
                });
    }

    @Override
    public Integer call() throws InterruptedException {
        var app = apps.get();
        var what = UsageBy.named(by);
        app.historyVerbs().index().refresh(HistoryPass.bar(console));
        var report =
                app.historyVerbs()
                        .usage()
                        .report(
                                new UsageRequest(
                                        what,
                                        Optional.ofNullable(since),
                                        Optional.ofNullable(until),
                                        Optional.ofNullable(provider),
                                        Optional.ofNullable(project).map(ProjectPath::of),
                                        models));
        if (json) {
            console.printJson(SessionJson.of(report));
            return 0;
        }
        new UsageTable(report, shortNames(app, report), HomePath.ofTheUser(), console.out())
                .print(console.out());
        var unpriced = report.unpricedModels();
        if (!unpriced.isEmpty()) {
            console.println(
                    "No price is known for: " + Printable.line(String.join(", ", unpriced)));
        }
        return 0;
    }

    /// Ids as `parley show` takes them, for a person to read.
    private static Map<String, String> shortNames(Program app, UsageReport report)
            throws InterruptedException {
        if (report.by() != UsageBy.SESSION) {
            return Map.of();
        }
        var keys =
                report.lines().stream()
                        .flatMap(line -> SessionKey.parse(line.name()).stream())
                        .toList();
        return app.historyVerbs().list().shortIds(keys).entrySet().stream()
                .collect(
                        Collectors.toMap(
                                one -> one.getKey().toString(),
                                one -> one.getKey().provider() + ":" + one.getValue()));
    }
}
