package dev.parley.door.cli;

import dev.parley.base.json.Json;
import dev.parley.base.screen.OutsideText;
import dev.parley.event.Envelope;
import dev.parley.event.Event;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// Shows a run to a person: the answer on standard output as it is written, and beside it, on
/// standard error, which tools are at work and what went wrong.
final class TextPrinter implements Consumer<Envelope> {
    private static final int LONGEST_NOTE = 100;
    private static final String INDENT = "  ";

    private final Console console;
    private final OutsideText answer;
    private final Set<String> streamed = new HashSet<>();
    private boolean hasPrinted;

    TextPrinter(Console console) {
        this.console = console;
        this.answer = new OutsideText(console.out(), INDENT);
    }

    @Override
    public void accept(Envelope envelope) {
        switch (envelope.event()) {
            case Event.AssistantStreamed(var content, var messageId) -> {
                if (streamed.add(messageId)) {
                    separate();
                }
                print(content);
            }
            case Event.AssistantSaid said -> finishMessage(said);
            case Event.ToolCalled(_, var name, var arguments) ->
                    note("· " + name + " " + Json.write(arguments));
            case Event.Failed failed -> failed(failed);
            case Event.Unrecognized(var text, _) -> {
                separate();
                print(text + "\n");
            }
            case Event.SessionEnded _ -> end(envelope);
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.Message _,
                    Event.ToolReturned _,
                    Event.AboutApproval _,
                    Event.TokensUsed _ -> {}
        }
        console.out().flush();
    }

    /// A message whose pieces were shown is only ended.
    private void finishMessage(Event.AssistantSaid said) {
        if (said.messageId() == null || !streamed.remove(said.messageId())) {
            separate();
            print(said.content());
        }
        endLine();
    }

    private void failed(Event.Failed failed) {
        endLine();
        if (failed.recoverable()) {
            note("· " + failed.message());
        } else {
            console.complain(failed.message());
        }
    }

    private void end(Envelope envelope) {
        endLine();
        if (envelope.sessionId() != null) {
            note("· session " + envelope.provider() + ":" + envelope.sessionId());
        }
    }

    private void note(String text) {
        if (console.isInteractive()) {
            endLine();
            var line = text.lines().findFirst().orElse("");
            console.note(
                    line.length() > LONGEST_NOTE ? line.substring(0, LONGEST_NOTE) + "…" : line);
        }
    }

    private void print(String text) {
        answer.print(text);
        console.out().flush();
        hasPrinted = true;
    }

    /// An empty line between two messages.
    private void separate() {
        endLine();
        if (hasPrinted) {
            console.println("");
        }
    }

    /// Whatever comes next does not stand behind something of the agent.
    void endLine() {
        answer.endLine();
        console.out().flush();
    }
}
