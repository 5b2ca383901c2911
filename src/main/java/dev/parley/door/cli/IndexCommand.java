package dev.parley.door.cli;

import dev.parley.App;
import dev.parley.history.SessionEntry;
import dev.parley.json.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.util.concurrent.Callable;
import java.util.function.Supplier;

/// `parley index`: the catalog of sessions, brought up to date.
@Command(
        name = "index",
        description = "Read what is new in the files of every CLI into the catalog of sessions.",
        footer = {
            "",
            "Every command that shows the history does this by itself. --rebuild throws the catalog away first."
        })
final class IndexCommand implements Callable<Integer> {
    private final Supplier<App> apps;
    private final Console console;

    @Option(names = "--rebuild", description = "Read everything again.")
    private boolean rebuild;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    IndexCommand(Supplier<App> apps, Console console) {
        this.apps = apps;
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        var history = apps.get().history();
        var bar = HistoryPass.bar(console);
        var read = rebuild ? history.rebuild(bar) : history.refresh(bar);
        var sessions = history.view().sessions();
        var skipped = sessions.stream().mapToLong(SessionEntry::skippedLines).sum();
        if (json) {
            console.printJson(
                    Json.object()
                            .put("filesRead", read)
                            .put("sessions", sessions.size())
                            .put("skippedLines", skipped));
        } else {
            console.out()
                    .println(
                            read
                                    + " files read; "
                                    + sessions.size()
                                    + " sessions"
                                    + (skipped == 0 ? "." : ", " + skipped + " lines skipped."));
        }
        return 0;
    }
}
