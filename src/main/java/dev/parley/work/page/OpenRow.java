package dev.parley.work.page;

import dev.parley.api.Row;
import dev.parley.event.Envelope;
import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// A row while events go into it. For one thread.
final class OpenRow {
    private final String prefix;
    private final long first;
    private final Instant time;
    private final boolean isOrphan;
    private long last;
    private Instant until;
    private Row.Body body;
    private @Nullable StringBuilder pieces;
    private boolean isStreamed;
    private boolean isDropped;

    OpenRow(String prefix, Envelope envelope, Row.Body body) {
        this.prefix = prefix;
        first = envelope.sequenceNumber();
        last = first;
        time = envelope.timestamp();
        until = time;
        this.body = body;
        isOrphan = envelope.event() instanceof Event.ToolReturned;
        isStreamed =
                envelope.event() instanceof Event.AssistantStreamed
                        || (envelope.event() instanceof Event.Thought(_, var isDelta, _)
                                && Boolean.TRUE.equals(isDelta));
    }

    long first() {
        return first;
    }

    long last() {
        return last;
    }

    String id() {
        return prefix + first;
    }

    Instant time() {
        return time;
    }

    /// The result of a tool whose call is not here.
    boolean isOrphan() {
        return isOrphan;
    }

    /// What was said or thought: its beginning may lie before what was read.
    boolean isMessage() {
        return body instanceof Row.Text || body instanceof Row.Thought;
    }

    boolean isOpenThought() {
        return body instanceof Row.Thought && isStreamed;
    }

    boolean isWaiting() {
        return switch (body) {
            case Row.Tool tool -> tool.result() == null;
            case Row.Approval approval -> approval.answer() == null;
            case Row.Text _, Row.Thought _ -> isStreamed;
            case Row.Prompt _, Row.Failure _, Row.End _, Row.Note _, Row.Raw _ -> false;
        };
    }

    /// Nobody wants to see it any more: nothing large is kept.
    void drop() {
        isDropped = true;
        pieces = null;
        body = new Row.Note("");
    }

    void settle() {
        isStreamed = false;
    }

    void take(Envelope envelope) {
        if (isDropped) {
            return;
        }
        last = Math.max(last, envelope.sequenceNumber());
        until = envelope.timestamp();
        switch (envelope.event()) {
            case Event.AssistantStreamed(var text, _) -> append(text);
            case Event.AssistantSaid(var text, _) -> replace(text);
            case Event.Thought(var text, var isDelta, _) -> {
                if (Boolean.TRUE.equals(isDelta)) {
                    append(text);
                } else {
                    replace(text);
                }
            }
            case Event.ToolReturned returned -> {
                if (body instanceof Row.Tool tool) {
                    body = tool.returning(RowText.result(returned));
                }
            }
            case Event.ApprovalAnswered answered -> {
                if (body instanceof Row.Approval approval) {
                    body =
                            approval.answered(
                                    new Row.Answer(
                                            answered.approved(),
                                            answered.by(),
                                            answered.reason(),
                                            answered.forSession()));
                }
            }
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.UserSaid _,
                    Event.ToolCalled _,
                    Event.ApprovalRequested _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ -> {}
        }
    }

    private void append(String piece) {
        var so = pieces;
        if (so == null) {
            so = new StringBuilder(text());
            pieces = so;
        }
        so.append(piece);
    }

    private void replace(String whole) {
        pieces = new StringBuilder(whole);
        isStreamed = false;
    }

    private String text() {
        return switch (body) {
            case Row.Text said -> said.text();
            case Row.Thought thought -> thought.text();
            case Row.Prompt _,
                    Row.Tool _,
                    Row.Approval _,
                    Row.Failure _,
                    Row.End _,
                    Row.Note _,
                    Row.Raw _ ->
                    "";
        };
    }

    Row row() {
        var whole = pieces == null ? text() : pieces.toString();
        var shown =
                switch (body) {
                    case Row.Text(_, var id, _) -> new Row.Text(whole, id, isStreamed);
                    case Row.Thought(_, var id) -> new Row.Thought(whole, id);
                    case Row.Prompt same -> same;
                    case Row.Tool same -> same;
                    case Row.Approval same -> same;
                    case Row.Failure same -> same;
                    case Row.End same -> same;
                    case Row.Note same -> same;
                    case Row.Raw same -> same;
                };
        return new Row(id(), last, time, until, shown, false);
    }
}
