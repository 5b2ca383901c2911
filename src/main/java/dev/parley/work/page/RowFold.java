package dev.parley.work.page;

import dev.parley.api.Row;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes rows of events, in their order. A page that follows a live session does the same with what
/// it hears; the rules are in `docs/page.md`. For one thread.
final class RowFold {
    private final String prefix;
    private final List<OpenRow> rows = new ArrayList<>();
    private final Map<String, OpenRow> messages = new HashMap<>();
    private final Map<String, OpenRow> calls = new HashMap<>();
    private final Map<String, OpenRow> questions = new HashMap<>();
    private final int most;
    private long target = -1;
    private @Nullable OpenRow found;
    private boolean hasDropped;

    /// @param prefix before the number of a row
    /// @param most how many rows are kept: the newest
    RowFold(String prefix, int most) {
        this.prefix = prefix;
        this.most = most;
    }

    /// Remembers the row that an event goes into, or else the next one.
    RowFold lookingFor(long sequence) {
        target = sequence;
        return this;
    }

    Optional<OpenRow> found() {
        return Optional.ofNullable(found);
    }

    int size() {
        return rows.size();
    }

    boolean hasDropped() {
        return hasDropped;
    }

    List<OpenRow> rows() {
        return rows;
    }

    void add(Envelope envelope) {
        var into = continued(envelope);
        if (into == null) {
            into = begun(envelope);
        }
        if (into != null && found == null && target >= 0 && envelope.sequenceNumber() >= target) {
            found = into;
        }
    }

    /// Lets go of all rows so far; what still comes for them goes nowhere.
    void forgetAll() {
        while (!rows.isEmpty()) {
            forget(rows.removeFirst());
        }
    }

    /// Takes only what belongs to a row that is there.
    void complete(Envelope envelope) {
        var _ = continued(envelope);
    }

    /// Whether a row may get more from what comes behind it.
    boolean isWaiting() {
        return rows.stream().anyMatch(OpenRow::isWaiting);
    }

    private @Nullable OpenRow continued(Envelope envelope) {
        var row =
                switch (envelope.event()) {
                    case Event.AssistantStreamed said -> messages.get(key("text", said));
                    case Event.AssistantSaid said -> messages.get(key("text", said));
                    case Event.Thought thought -> openThought(thought);
                    case Event.ToolReturned returned -> calls.get(returned.callId());
                    case Event.ApprovalAnswered answered -> questions.get(answered.requestId());
                    case Event.TurnEnded _ -> {
                        messages.values().forEach(OpenRow::settle);
                        messages.clear();
                        yield null;
                    }
                    case Event.AboutSession _,
                            Event.AboutTurn _,
                            Event.UserSaid _,
                            Event.ToolCalled _,
                            Event.ApprovalRequested _,
                            Event.TokensUsed _,
                            Event.Failed _,
                            Event.Unrecognized _ ->
                            null;
                };
        if (row != null) {
            row.take(envelope);
            if (isWhole(envelope.event())) {
                // Another block of the same message may follow, under the same id.
                messages.values().remove(row);
            }
        }
        return row;
    }

    private static boolean isWhole(Event event) {
        return event instanceof Event.AssistantSaid
                || (event instanceof Event.Thought(_, var isDelta, _)
                        && !Boolean.TRUE.equals(isDelta));
    }

    private static String key(String kind, Event.Message message) {
        return kind + ":" + message.messageId();
    }

    /// Pieces of a thought without a name belong together as long as nothing comes between.
    private @Nullable OpenRow openThought(Event.Thought thought) {
        if (thought.messageId() != null) {
            return messages.get(key("thought", thought));
        }
        var last = rows.isEmpty() ? null : rows.getLast();
        return Boolean.TRUE.equals(thought.isDelta()) && last != null && last.isOpenThought()
                ? last
                : null;
    }

    private @Nullable OpenRow begun(Envelope envelope) {
        var body = body(envelope.event());
        if (body == null) {
            return null;
        }
        var row = new OpenRow(prefix, envelope, body);
        rows.add(row);
        remember(envelope.event(), row);
        if (rows.size() > most) {
            forget(rows.removeFirst());
        }
        return row;
    }

    private void remember(Event event, OpenRow row) {
        switch (event) {
            case Event.AssistantStreamed said -> messages.put(key("text", said), row);
            case Event.Thought thought when thought.messageId() != null && !isWhole(thought) ->
                    messages.put(key("thought", thought), row);
            case Event.ToolCalled called -> calls.put(called.callId(), row);
            case Event.ApprovalRequested asked -> questions.put(asked.requestId(), row);
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.Message _,
                    Event.AboutTool _,
                    Event.AboutApproval _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ -> {}
        }
    }

    /// What still comes for it goes nowhere: the row stays known, and is not shown.
    private void forget(OpenRow row) {
        hasDropped = true;
        row.drop();
    }

    private static Row.@Nullable Body body(Event event) {
        return switch (event) {
            case Event.UserSaid(var text, _) -> new Row.Prompt(text);
            case Event.AssistantStreamed(var text, var id) -> new Row.Text(text, id, true);
            case Event.AssistantSaid(var text, var id) -> new Row.Text(text, id, false);
            case Event.Thought(var text, _, var id) -> new Row.Thought(text, id);
            case Event.ToolCalled called -> RowText.tool(called);
            case Event.ToolReturned returned -> RowText.orphan(returned);
            case Event.ApprovalRequested asked -> RowText.approval(asked);
            case Event.Failed(var message, var code, var recoverable) ->
                    new Row.Failure(message, code, recoverable);
            case Event.TurnEnded(var turn, var reason) when reason != EndReason.COMPLETED ->
                    new Row.End(turn, reason);
            case Event.SessionChanged(var model, _, _) when model != null ->
                    new Row.Note("The model is " + model + " now.");
            case Event.SessionChanged(_, var mode, _) when mode != null ->
                    new Row.Note("The permission mode is " + mode + " now.");
            case Event.Unrecognized(var text, var reason) -> new Row.Raw(text, reason);
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.ApprovalAnswered _,
                    Event.TokensUsed _ ->
                    null;
        };
    }
}
