package dev.parley.door.render;

import dev.parley.api.SessionSummary;
import dev.parley.base.json.Json;
import dev.parley.event.Event;
import dev.parley.work.ShownSession;

import tools.jackson.databind.JsonNode;

import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;

/// A session written down for people, in one of several forms: a heading, then what was said, event
/// by event as it is read.
abstract class Rendering {
    protected final PrintStream out;

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
            case Event.ToolCalled called -> call(called.name(), input(called.arguments()));
            case Event.ToolReturned returned -> result(returned.output(), returned.isError());
            case Event.Failed failed -> failure(failed.message());
            case Event.Unrecognized(var text, _) -> result(text, false);
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.AboutApproval _,
                    Event.TokensUsed _ -> {}
        }
    }

    /// A command is what it is; other arguments are JSON.
    private static String input(JsonNode arguments) {
        var command = arguments.path("command");
        return arguments.size() == 1 && command.isString()
                ? command.asString()
                : Json.write(arguments);
    }

    private static String facts(SessionSummary session) {
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
            facts.add(session.started().toString());
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

    abstract void result(String output, boolean isError);

    abstract void failure(String message);

    void end() {}
}
