package dev.parley.door.render;

import dev.parley.api.SessionSummary;
import dev.parley.base.json.Json;
import dev.parley.event.Event;
import dev.parley.work.past.ShownSession;

import tools.jackson.databind.JsonNode;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Set;

/// A session written down for people, in one of several forms: a heading, then what was said, event
/// by event as it is read.
abstract class Rendering {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

    /// What a command's tool is told about a command.
    private static final Set<String> ASIDE =
            Set.of("command", "description", "timeout", "run_in_background", "is_background");

    protected final PrintStream out;
    private final ZoneId zone = ZoneId.systemDefault();

    Rendering(PrintStream out) {
        this.out = out;
    }

    public final void render(ShownSession shown) throws InterruptedException {
        var session = shown.session();
        begin(Printable.line(session.name()), facts(session));
        shown.events().read(envelope -> print(envelope.event(), envelope.timestamp()));
        end();
        out.flush();
    }

    private void print(Event event, Instant time) {
        switch (event) {
            case Event.UserSaid said -> user(said.content(), time);
            case Event.AssistantSaid said -> assistant(said.content(), time);
            case Event.AssistantStreamed piece -> assistant(piece.content(), time);
            case Event.Thought thought -> thought(thought.content());
            case Event.ToolCalled called -> called(called.name(), called.arguments());
            case Event.ToolReturned returned -> result(returned.output(), returned.isError());
            case Event.Failed failed -> failure(failed.message());
            case Event.Unrecognized(var text, _) -> result(text, false);
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.AboutApproval _,
                    Event.TokensUsed _ -> {}
        }
    }

    private void called(String tool, JsonNode arguments) {
        ShownEdit.of(arguments)
                .ifPresentOrElse(edit -> edit(tool, edit), () -> call(tool, input(arguments)));
    }

    /// A command is what it is, whatever is said beside it; other arguments are JSON.
    private static String input(JsonNode arguments) {
        var command = arguments.path("command");
        return command.isString() && arguments.propertyNames().stream().allMatch(ASIDE::contains)
                ? command.asString()
                : Json.write(arguments);
    }

    /// A time as a person here reads it.
    protected String text(Instant time) {
        return TIME.format(time.atZone(zone));
    }

    private String facts(SessionSummary session) {
        var facts = new ArrayList<String>();
        facts.add(session.key().toString());
        if (session.project() != null) {
            facts.add(session.project());
        }
        if (session.gitBranch() != null) {
            facts.add(session.gitBranch());
        }
        facts.addAll(session.models());
        if (session.started() != null) {
            facts.add(text(session.started()));
        }
        if (session.movedFrom() != null) {
            facts.add("goes on from " + session.movedFrom());
        }
        if (session.movedTo() != null) {
            facts.add("goes on in " + session.movedTo());
        }
        return Printable.line(String.join(" · ", facts));
    }

    abstract void begin(String title, String facts);

    abstract void user(String text, Instant time);

    abstract void assistant(String text, Instant time);

    abstract void thought(String text);

    abstract void call(String tool, String input);

    abstract void edit(String tool, ShownEdit edit);

    abstract void result(String output, boolean isError);

    abstract void failure(String message);

    void end() {}
}
