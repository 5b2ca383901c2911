package dev.parley.portable;

import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.OwnWords;
import dev.parley.portable.Piece.Call;
import dev.parley.portable.Piece.Prompt;
import dev.parley.portable.Piece.Result;
import dev.parley.portable.Piece.Step;
import dev.parley.portable.Piece.Summary;
import dev.parley.sessionfile.Kept;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.sessionfile.StoredEvent.Whole;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/// Makes pieces of the events of a session. A reply is told as soon as all its tools have answered;
/// at the latest with the next prompt. Belongs to one thread.
public final class ConversationReader {
    /// Replies that wait for a result; more are told without.
    private static final int MOST_OPEN = 64;

    private static final String NO_RESULT = "[no result of this call was recorded]";
    private static final Whole NOTHING_MORE = new Whole(null, List.of(), null);

    private final Consumer<Piece> pieces;
    private final Deque<OpenStep> open = new ArrayDeque<>();
    private final ToldPieces toldPieces = new ToldPieces();
    private int node;
    private int promptNode;
    private @Nullable Prompt prompt;
    private @Nullable String promptMessage;

    public ConversationReader(Consumer<Piece> pieces) {
        this.pieces = pieces;
    }

    public void hear(StoredEvent event) {
        var whole = event.whole() == null ? NOTHING_MORE : event.whole();
        node = event.node();
        hear(event.envelope().event(), event.envelope().timestamp(), whole);
    }

    /// An event of which nothing more is known than that it happened.
    public void hear(Envelope envelope) {
        hear(envelope.event(), envelope.timestamp(), NOTHING_MORE);
    }

    private void hear(Event event, Instant time, Whole whole) {
        switch (event) {
            case Event.UserSaid said when whole.kept() != null ->
                    onSummary(said.content(), time, whole.kept());
            case Event.UserSaid said -> onPrompt(said, time, whole);
            case Event.AssistantSaid said -> step(time, whole).say(said.content());
            case Event.Thought thought when thought.isDelta() == null ->
                    step(time, whole).think(thought.content());
            case Event.ToolCalled called -> step(time, whole).call(called);
            case Event.ToolReturned returned -> onResult(returned, time);
            case Event.Thought _,
                    Event.AssistantStreamed _,
                    Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.AboutApproval _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ -> {}
        }
    }

    /// What the last piece is was not known before.
    public void end() {
        tellPrompt();
        while (!open.isEmpty()) {
            tell(open.remove());
        }
    }

    /// A CLI may do it while tools work: then their reply goes on behind the summary.
    private void onSummary(String text, Instant time, Kept kept) {
        tellPrompt();
        while (!open.isEmpty() && open.getFirst().isDone()) {
            tell(open.remove());
        }
        var pieces =
                switch (kept) {
                    case Kept.Nothing _, Kept.Prompts _ -> 0;
                    case Kept.Since since -> toldPieces.since(since.node());
                    case Kept.Turns turns -> toldPieces.ofTurns(turns.count());
                };
        tell(new Summary(time, text, pieces, kept instanceof Kept.Prompts), node);
    }

    private void tell(Piece piece, int where) {
        toldPieces.add(where, piece instanceof Prompt);
        pieces.accept(piece);
    }

    /// Some CLIs keep a prompt in parts.
    private void onPrompt(Event.UserSaid said, Instant time, Whole whole) {
        var text = OwnWords.unmoved(said.content());
        if (prompt != null && promptMessage != null && promptMessage.equals(whole.message())) {
            var all = new ArrayList<>(prompt.images());
            all.addAll(whole.images());
            var joined = prompt.text().isEmpty() || text.isEmpty() ? "" : "\n";
            prompt = new Prompt(prompt.time(), prompt.text() + joined + text, all);
            return;
        }
        end();
        prompt = new Prompt(time, text, whole.images());
        promptMessage = whole.message();
        promptNode = node;
    }

    private void tellPrompt() {
        if (prompt != null) {
            var told = prompt;
            prompt = null;
            if (!told.text().isBlank() || !told.images().isEmpty()) {
                tell(told, promptNode);
            }
        }
    }

    /// Parts with the same name are one reply. Where a CLI names none, what comes after a result is
    /// another.
    private OpenStep step(Instant time, Whole whole) {
        tellPrompt();
        var last = open.peekLast();
        if (last == null || !last.goesOn(whole.message())) {
            last = new OpenStep(time, whole.message(), node);
            open.add(last);
            tellDone();
        }
        return last;
    }

    private void onResult(Event.ToolReturned returned, Instant time) {
        for (var step : open) {
            if (step.answer(returned, time)) {
                break;
            }
        }
        tellDone();
    }

    /// The last reply may go on.
    private void tellDone() {
        while (open.size() > 1 && (open.getFirst().isDone() || open.size() > MOST_OPEN)) {
            tell(open.remove());
        }
    }

    private void tell(OpenStep step) {
        var told = step.close();
        if (!told.isEmpty()) {
            tell(told, step.node);
        }
    }

    /// A reply that is not told yet.
    private static final class OpenStep {
        private record OpenCall(Event.ToolCalled call, Instant time, @Nullable Result result) {}

        private final Instant time;
        private final @Nullable String message;
        private final int node;
        private final StringBuilder thinking = new StringBuilder();
        private final StringBuilder text = new StringBuilder();
        private final List<OpenCall> calls = new ArrayList<>();
        private boolean hasResult;

        OpenStep(Instant time, @Nullable String message, int node) {
            this.time = time;
            this.node = node;
            this.message = message;
        }

        boolean goesOn(@Nullable String other) {
            return message == null ? other == null && !hasResult : message.equals(other);
        }

        void say(String said) {
            append(text, said);
        }

        void think(String thought) {
            append(thinking, thought);
        }

        private static void append(StringBuilder to, String more) {
            if (!more.isBlank()) {
                to.append(to.isEmpty() ? "" : "\n\n").append(more);
            }
        }

        void call(Event.ToolCalled call) {
            calls.add(new OpenCall(call, time, null));
        }

        boolean answer(Event.ToolReturned returned, Instant when) {
            for (var at = 0; at < calls.size(); at++) {
                var open = calls.get(at);
                if (open.result() == null && open.call().callId().equals(returned.callId())) {
                    var isError =
                            returned.isError()
                                    || Objects.requireNonNullElse(returned.exitCode(), 0) != 0;
                    var result = new Result(when, returned.output(), isError, returned.exitCode());
                    calls.set(at, new OpenCall(open.call(), open.time(), result));
                    hasResult = true;
                    return true;
                }
            }
            return false;
        }

        boolean isDone() {
            return calls.stream().allMatch(call -> call.result() != null);
        }

        Step close() {
            return new Step(
                    time,
                    thinking.toString(),
                    text.toString(),
                    calls.stream().map(OpenStep::closed).toList());
        }

        private static Call closed(OpenCall open) {
            var result = open.result();
            return new Call(
                    open.call().callId(),
                    open.call().name(),
                    open.call().arguments(),
                    result == null ? new Result(open.time(), NO_RESULT, true, null) : result);
        }
    }
}
