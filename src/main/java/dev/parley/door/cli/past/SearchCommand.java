package dev.parley.door.cli.past;

import dev.parley.api.SearchRequest;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.HistoryPass;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.RunningServer;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.json.SearchJson;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/// `parley search`: what was said and done in all sessions. A server that runs is asked, because it
/// has the index open; without one the index is brought up to date here.
@Command(
        name = "search",
        description = "Search the prompts, answers, tool calls and results of every CLI.",
        footer = {
            "",
            "A turn is found when all words are in it. Case does not matter.",
            "  word other        both, anywhere in the turn",
            "  \"two words\"       in a row; so are the parts of parse_header and src/App.java",
            "  begin*            words that begin so",
            "  this OR that      one of the two",
            "  -word             not in the turn",
            "  provider:claude   project:acme   model:opus   tool:Bash",
            "  role:user         also assistant, thinking, tool, call, result",
            "  after:2026-11-01  before:2026-12   also 2026, 7d (the last seven days), today",
            "",
            "Quotes have a meaning for the shell, too: parley search '\"connection refused\" after:7d'",
            "What looks like a key or a password cannot be found, and is not shown."
        })
public final class SearchCommand extends Subcommand {
    @Parameters(
            paramLabel = "QUERY",
            arity = "1..*",
            description = "What to look for. After -- it may begin with a minus.")
    private List<String> words = List.of();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "" + SearchRequest.USUAL,
            description = "At most so many turns. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Option(names = "--newest", description = "Newest first, instead of what fits best.")
    private boolean newest;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    public SearchCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var found = found(new SearchRequest(String.join(" ", words), limit, 0, newest));
        if (json) {
            console.printJson(found);
            return 0;
        }
        var app = apps.get();
        new SearchHits(
                        console.out(),
                        Clock.systemUTC(),
                        app.zone(),
                        keys -> app.historyVerbs().list().shortIds(keys),
                        app::colour)
                .print(found.path("hits"));
        var total = found.path("total").asLong();
        var shown = found.path("hits").size();
        var more = found.path("isTotalExact").asBoolean() ? "" : "more than ";
        if (shown == 0) {
            console.println("Nothing was found.");
        } else if (total > shown) {
            dim(shown + " of " + more + total + " turns");
            console.println("");
        }
        if (!found.path("isComplete").asBoolean()) {
            console.err()
                    .println(
                            found.path("indexedPercent").asInt()
                                    + " % of the text is indexed so far; there may be more later.");
        }
        return 0;
    }

    private JsonNode found(SearchRequest request) throws InterruptedException {
        var app = apps.get();
        var server = RunningServer.find(app, null);
        if (server.isPresent()) {
            return server.get().search(request);
        }
        var search = app.historyVerbs().search();
        search.bringUpToDate(HistoryPass.bar(console))
                .ifPresent(problem ->
                        console.err()
                                .println(
                                        "parley: what is new cannot be found. "
                                                + problem.message()));
        return SearchJson.of(search.search(request));
    }

    private void dim(String text) {
        ScreenStream.print(console.out(), Style.DIM, text);
    }
}
