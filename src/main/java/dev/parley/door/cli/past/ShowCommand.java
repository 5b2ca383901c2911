package dev.parley.door.cli.past;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.ScreenStream;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.HistoryPass;
import dev.parley.door.cli.shared.Interrupts;
import dev.parley.door.cli.shared.Program;
import dev.parley.door.cli.shared.Subcommand;
import dev.parley.door.json.SessionJson;
import dev.parley.door.render.HtmlRendering;
import dev.parley.door.render.MarkdownRendering;
import dev.parley.door.render.TextRendering;
import dev.parley.event.EventJson;
import dev.parley.work.past.ShownSession;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.util.function.Supplier;

/// `parley show`: what was said in a session.
@Command(
        name = "show",
        description = "Print a session of any CLI, on the branch on which it would be resumed.",
        footer = {
            "",
            "On a terminal it is shown in $PAGER, less unless given; PAGER=cat does without.",
            "What looks like a key or a password is hidden. html is one file that needs no other:",
            "  parley show claude:4977e079 --format html > session.html"
        })
public final class ShowCommand extends Subcommand {
    @Mixin private final ChosenSession session = new ChosenSession();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, json, markdown or html. Default: ${DEFAULT-VALUE}.")
    private String format = "text";

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    public ShowCommand(Supplier<Program> apps, Console console) {
        super(apps, console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var out = console.out();
        var wanted = json ? "json" : format;
        if (!wanted.matches("text|json|markdown|html")) {
            throw Problem.invalid(
                    "There is no format \"" + wanted + "\".",
                    "Choose text, json, markdown or html.");
        }
        var app = apps.get();
        app.historyVerbs().index().refresh(HistoryPass.bar(console));
        var name = session.name(app, console);
        if (name.isEmpty()) {
            return Console.INTERRUPTED;
        }
        var shown = app.historyVerbs().show().named(name.get());
        switch (wanted) {
            case "json" -> json(shown);
            case "html" -> new HtmlRendering(out).render(shown);
            default -> {
                if (!isPaged(app, wanted, shown)) {
                    render(wanted, shown, out);
                }
            }
        }
        return 0;
    }

    private static void render(String wanted, ShownSession shown, PrintStream to)
            throws InterruptedException {
        if (wanted.equals("markdown")) {
            new MarkdownRendering(to).render(shown);
        } else {
            new TextRendering(to).render(shown);
        }
    }

    /// Whether it was shown in a pager. The launcher knows whether this is a terminal; the output
    /// of a test never is.
    private boolean isPaged(Program app, String wanted, ShownSession shown)
            throws InterruptedException {
        return Boolean.getBoolean("parley.screen")
                && ScreenStream.isScreen(console.out())
                && app.pager()
                        .show(
                                to -> {
                                    var bytes = new BufferedOutputStream(to);
                                    try (var screen = new ScreenStream(bytes, false, look(app))) {
                                        render(wanted, shown, screen);
                                    }
                                },
                                () -> Interrupts.handle(() -> {}));
    }

    /// As wide as the terminal; in styles where the pager shows them.
    private ScreenStream.Look look(Program app) {
        var columns = ScreenStream.columns(console.out());
        return new ScreenStream.Look(
                columns == Integer.MAX_VALUE ? 0 : columns,
                ScreenStream.hasStyles(console.out()) && app.pager().showsStyles(),
                false);
    }

    /// The session, then one event per line: a session may be longer than memory.
    private void json(ShownSession shown) throws InterruptedException {
        console.println(Json.write(SessionJson.of(shown.session())));
        shown.events()
                .read(event ->
                        console.println(
                                Json.write(EventJson.write(event, EventJson.Raw.LEFT_OUT))));
    }
}
