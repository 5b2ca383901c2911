package dev.parley.door.cli.shared;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.OutsideText;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.work.advice.Cost;
import dev.parley.work.advice.Costs;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Shows a run to a person: the answer on standard output as it is written, and beside it, on
/// standard error, which tools are at work and what went wrong.
public final class TextPrinter implements Consumer<Envelope> {
    private static final int LONGEST_NOTE = 100;
    private static final String INDENT = "  ";

    private final Console console;
    private final OutsideText answer;
    private final Set<String> streamed = new HashSet<>();
    private final @Nullable Supplier<Costs> costs;
    private String model = "";
    private Optional<Usage> used = Optional.empty();
    private boolean hasPrinted;

    public TextPrinter(Console console) {
        this(console, null);
    }

    /// @param costs asked at the end, to tell what was used; not told without
    public TextPrinter(Console console, @Nullable Supplier<Costs> costs) {
        this.console = console;
        this.costs = costs;
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
            case Event.SessionStarted started -> use(started.model());
            case Event.SessionChanged changed -> use(changed.model());
            case Event.TokensUsed(var more) ->
                    used = Optional.of(used.map(before -> before.plus(more)).orElse(more));
            case Event.AboutTurn _,
                    Event.Message _,
                    Event.ToolReturned _,
                    Event.AboutApproval _ -> {}
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
        var known = costs;
        if (known != null && console.isInteractive()) {
            used.ifPresent(usage -> note("· " + UsedText.of(usage, cost(known, usage))));
        }
        if (envelope.sessionId() != null) {
            note("· session " + envelope.provider() + ":" + envelope.sessionId());
        }
    }

    private void use(@Nullable String other) {
        model = other == null ? model : other;
    }

    /// A broken table of prices must not spoil an answer.
    private Cost cost(Supplier<Costs> known, Usage usage) {
        try {
            return known.get().of(model, Optional.of(usage));
        } catch (Problem _) {
            return Cost.UNKNOWN;
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

    public boolean isInsideLine() {
        return answer.isInsideLine();
    }

    /// Whatever comes next does not stand behind something of the agent.
    public void endLine() {
        answer.endLine();
        console.out().flush();
    }
}
