package dev.parley.provider.codex;

import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.TurnOrigin;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// Which turn of a thread runs, and under which name of Codex's. One that nobody asked for keeps
/// that name.
final class CodexTurns {
    private record Turn(String id, TurnOrigin origin, String nativeId) {}

    private @Nullable String asked;
    private @Nullable Turn running;

    /// Whether Codex has said that the running turn began: only then it can be interrupted.
    private boolean isActive;

    private boolean isInterruptDue;

    void asked(String turn) {
        asked = turn;
    }

    /// The answer to our prompt, which comes before the turn begins, or after it. A prompt that
    /// came into a turn of Codex's own was taken into that turn.
    List<Event> accepted(String nativeId) {
        return asked == null ? List.of() : begin(asked, TurnOrigin.PROMPT, nativeId);
    }

    List<Event> started(String nativeId) {
        var events =
                running != null && running.nativeId.equals(nativeId)
                        ? List.<Event>of()
                        : asked == null
                                ? begin(nativeId, TurnOrigin.AGENT, nativeId)
                                : begin(asked, TurnOrigin.PROMPT, nativeId);
        isActive = true;
        return events;
    }

    private List<Event> begin(String turn, TurnOrigin origin, String nativeId) {
        var events = new ArrayList<Event>();
        var isSame = running != null && running.nativeId.equals(nativeId);
        if (running != null) {
            events.add(new Event.TurnEnded(running.id, EndReason.COMPLETED));
        }
        running = new Turn(turn, origin, nativeId);
        isActive = isSame && isActive;
        if (origin == TurnOrigin.PROMPT) {
            asked = null;
        }
        events.add(new Event.TurnStarted(turn, origin));
        return events;
    }

    /// Codex would not begin the turn.
    List<Event> refused(List<Event> why) {
        var turn = asked;
        asked = null;
        isInterruptDue = false;
        return turn == null ? why : whole(turn, why, EndReason.ERROR);
    }

    boolean isBusy() {
        return asked != null || running != null;
    }

    boolean isRunning(String nativeId) {
        return running != null && running.nativeId.equals(nativeId);
    }

    /// Codex's name of the turn that can be steered and interrupted.
    @Nullable String active() {
        return running == null || !isActive ? null : running.nativeId;
    }

    void interruptLater() {
        isInterruptDue = isBusy();
    }

    /// Asked once, when the turn has begun.
    boolean isToBeInterrupted() {
        var isDue = isInterruptDue;
        isInterruptDue = false;
        return isDue;
    }

    List<Event> ended(EndReason reason) {
        var turn = running;
        running = null;
        isActive = false;
        isInterruptDue = false;
        return turn == null ? List.of() : List.of(new Event.TurnEnded(turn.id, reason));
    }

    /// Nothing will come any more.
    List<Event> lost(EndReason reason) {
        var events = new ArrayList<>(ended(reason));
        if (asked != null) {
            events.addAll(whole(asked, List.of(), reason));
            asked = null;
        }
        return events;
    }

    private static List<Event> whole(String turn, List<Event> between, EndReason reason) {
        var events = new ArrayList<Event>();
        events.add(new Event.TurnStarted(turn, TurnOrigin.PROMPT));
        events.addAll(between);
        events.add(new Event.TurnEnded(turn, reason));
        return events;
    }
}
