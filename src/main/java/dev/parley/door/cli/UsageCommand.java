package dev.parley.door.cli;

import dev.parley.api.UsageBy;
import dev.parley.api.UsageReport;
import dev.parley.api.UsageTotals;
import dev.parley.door.json.SessionJson;
import dev.parley.door.render.Printable;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// `parley usage`: tokens and money.
@Command(
        name = "usage",
        description = "Add up the tokens all CLIs used on this machine, and what they cost.",
        footer = {
            "",
            "Every request counts once, however many files tell of it. Costs are what the CLI wrote down, else",
            "by a table of list prices; your own go into prices.json in the config directory:",
            "  {\"models\": {\"my-model\": {\"input\": 1.5, \"output\": 6, \"cached\": 0.15, \"cacheWrite\": 1.9}}}",
            "in US dollars per million tokens. A model without a price is counted without cost."
        })
final class UsageCommand extends Subcommand {
    private static final int BAR = 24;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "day",
            description =
                    "day, model, project, provider, session or ticket. Default: ${DEFAULT-VALUE}.")
    private String by = "day";

    @Option(
            names = "--since",
            paramLabel = "DAY",
            description =
                    "From this day on: 2026-11-01, 2026-11, today, or 7d for the last seven days.")
    private @Nullable String since;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    UsageCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    static Optional<UsageCommand> quickly(
            Supplier<Program> apps, Console console, List<String> words) {
        return QuickStart.options(words, Set.of("--json"), Set.of("--by", "--since"))
                .map(options -> {
                    var command = new UsageCommand(apps, console);
                    command.by = options.getOrDefault("--by", command.by);
                    command.since = options.get("--since");
                    command.json = options.containsKey("--json");
                    return command;
                });
    }

    @Override
    public Integer call() throws InterruptedException {
        var app = apps.get();
        var what = UsageBy.named(by);
        app.historyVerbs().index().refresh(HistoryPass.bar(console));
        var report = app.historyVerbs().usage().report(what, Optional.ofNullable(since));
        if (json) {
            console.printJson(SessionJson.of(report));
            return 0;
        }
        print(report);
        var unpriced = report.unpricedModels();
        if (!unpriced.isEmpty()) {
            console.println(
                    "No price is known for: " + Printable.line(String.join(", ", unpriced)));
        }
        return 0;
    }

    private void print(UsageReport report) {
        var heading = report.by().name();
        var lines = report.lines();
        var table =
                new Table(heading, "REQUESTS", "INPUT", "CACHED", "OUTPUT", "COST", "")
                        .numbers(1, 2, 3, 4, 5);
        var most = lines.stream().mapToLong(line -> line.totals().tokens()).max().orElse(1);
        var sum = UsageTotals.NONE;
        for (var line : lines) {
            table.row(row(line.name(), line.totals(), bar(line.totals().tokens(), most)));
            sum = sum.plus(line.totals());
        }
        table.row(row("total", sum, ""));
        table.print(console.out());
    }

    private static String[] row(String name, UsageTotals totals, String bar) {
        return new String[] {
            Printable.line(name),
            String.valueOf(totals.requests()),
            tokens(totals.inputTokens()),
            tokens(totals.cachedTokens()),
            tokens(totals.outputTokens()),
            cost(totals),
            bar
        };
    }

    /// Eighths of a block, so that small things can be seen beside big ones.
    private static String bar(long tokens, long most) {
        var eighths = (int) Math.ceil(BAR * 8.0 * tokens / Math.max(1, most));
        var rest = eighths % 8 == 0 ? "" : String.valueOf((char) (0x2590 - eighths % 8));
        return "█".repeat(eighths / 8) + rest;
    }

    static String tokens(long count) {
        if (count < 10_000) {
            return String.valueOf(count);
        }
        return count < 10_000_000
                ? String.format(Locale.ROOT, "%.1fk", count / 1e3)
                : String.format(Locale.ROOT, "%.1fM", count / 1e6);
    }

    private static String cost(UsageTotals totals) {
        if (totals.tokens() > 0 && totals.unpricedTokens() == totals.tokens()) {
            return "?";
        }
        var known = String.format(Locale.ROOT, "$%.2f", totals.cost());
        return totals.unpricedTokens() > 0 ? known + "+?" : known;
    }
}
