package dev.parley.provider.claude;

import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.TurnOrigin;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// Which turn of Claude Code runs. It begins turns by itself when a task in its background ends,
/// puts prompts in a queue of its own meanwhile, and answers several of them with one result; so
/// results are not counted, but what it tells about each prompt is followed.
final class ClaudeTurns {
    private record Turn(String id, TurnOrigin origin, @Nullable String uuid) {}

    private @Nullable Turn asked;
    private @Nullable Turn running;

    /// Whether this version tells what becomes of a prompt.
    private boolean isTold;

    /// A prompt went out under this uuid.
    void asked(String turn, String uuid) {
        asked = new Turn(turn, TurnOrigin.PROMPT, uuid);
    }

    boolean isBusy() {
        return asked != null || running != null;
    }

    /// `queued`, `started`, `completed` or `cancelled`. The last two usually come after the result.
    List<Event> changed(String uuid, String state) {
        isTold = true;
        if (asked != null && uuid.equals(asked.uuid)) {
            return switch (state) {
                case "started" -> start(asked);
                case "completed" -> whole(asked, EndReason.COMPLETED);
                case "cancelled" -> whole(asked, EndReason.INTERRUPTED);
                default -> List.of();
            };
        }
        if (running != null && uuid.equals(running.uuid)) {
            return switch (state) {
                case "completed" -> ended(EndReason.COMPLETED);
                case "cancelled" -> ended(EndReason.INTERRUPTED);
                default -> List.of();
            };
        }
        return List.of();
    }

    /// A turn begins: ours, or one that nobody asked for.
    List<Event> started(String uuid) {
        if (running != null) {
            return List.of();
        }
        return asked != null && !isTold
                ? start(asked)
                : start(new Turn(uuid, TurnOrigin.AGENT, null));
    }

    /// Nothing will come any more.
    List<Event> lost(EndReason reason) {
        var events = new ArrayList<Event>();
        if (running != null) {
            events.addAll(ended(reason));
        }
        if (asked != null) {
            events.addAll(whole(asked, reason));
        }
        return events;
    }

    private List<Event> whole(Turn turn, EndReason reason) {
        var events = new ArrayList<>(start(turn));
        events.addAll(ended(reason));
        return events;
    }

    private List<Event> start(Turn turn) {
        var events = new ArrayList<Event>();
        if (running != null) {
            // It took the prompt into the turn it had begun by itself.
            events.addAll(ended(EndReason.COMPLETED));
        }
        running = turn;
        if (turn.equals(asked)) {
            asked = null;
        }
        events.add(new Event.TurnStarted(turn.id, turn.origin));
        return events;
    }

    List<Event> ended(EndReason reason) {
        var turn = running;
        running = null;
        return turn == null ? List.of() : List.of(new Event.TurnEnded(turn.id, reason));
    }
}
