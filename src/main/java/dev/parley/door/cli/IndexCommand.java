package dev.parley.door.cli;

import dev.parley.base.json.Json;
import dev.parley.history.SessionEntry;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.concurrent.Callable;
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
final class IndexCommand implements Callable<Integer> {
    private final Supplier<Program> apps;
    private final Console console;

    @Option(names = "--rebuild", description = "Read everything again.")
    private boolean rebuild;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    IndexCommand(Supplier<Program> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        var app = apps.get();
        var history = app.history();
        var bar = HistoryPass.bar(console);
        var read = rebuild ? history.rebuild(bar) : history.refresh(bar);
        // Beside a server, that one does it.
        var isTextDone = app.search().bringUpToDate(HistoryPass.bar(console), rebuild);
        var sessions = history.view().sessions();
        var lines = sessions.stream().mapToLong(SessionEntry::skippedLines).sum();
        var values = sessions.stream().mapToLong(SessionEntry::skippedValues).sum();
        if (json) {
            console.printJson(
                    Json.object()
                            .put("filesRead", read)
                            .put("sessions", sessions.size())
                            .put("skippedLines", lines)
                            .put("skippedValues", values)
                            .put("isTextIndexed", isTextDone));
        } else {
            console.out()
                    .println(
                            counted(read, "file")
                                    + " read; "
                                    + counted(sessions.size(), "session")
                                    + skipped(lines, "line")
                                    + skipped(values, "value")
                                    + ".");
            if (!isTextDone) {
                console.out().println("Another Parley is running and indexes the text.");
            }
        }
        return 0;
    }

    private static String skipped(long count, String what) {
        return count == 0 ? "" : ", " + counted(count, what) + " skipped";
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
