package dev.parley.door.cli.past;

import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.HistoryPass;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.json.SessionJson;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.function.Supplier;

/// `parley index`: the catalog of sessions, brought up to date.
@Command(
        name = "index",
        description =
                "Read what is new in the files of every CLI into the catalog of sessions and the text index.",
        footer = {
            "",
            "Every command that shows the history does this by itself. --rebuild throws both away first."
        })
public final class IndexCommand extends Subcommand {
    @Option(names = "--rebuild", description = "Read everything again.")
    private boolean rebuild;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public IndexCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var report =
                apps.get().historyVerbs().index().bringUpToDate(HistoryPass.bar(console), rebuild);
        if (json) {
            console.printJson(SessionJson.of(report));
            return 0;
        }
        console.println(
                "%s read; %s%s%s%s."
                        .formatted(
                                counted(report.filesRead(), "file"),
                                counted(report.sessions() - report.subagents(), "session"),
                                subagents(report.subagents()),
                                skipped(report.skippedLines(), "line"),
                                skipped(report.skippedValues(), "value")));
        if (!report.isTextIndexed()) {
            console.println("Another Parley is running and indexes the text.");
        }
        return 0;
    }

    /// They are sessions as well, but `parley sessions` leaves them out unless it is asked for
    /// them.
    private static String subagents(int count) {
        return count == 0 ? "" : " and " + count + " of subagents";
    }

    private static String skipped(long count, String what) {
        return count == 0 ? "" : ", " + counted(count, what) + " skipped";
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
