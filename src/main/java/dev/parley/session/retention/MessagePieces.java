package dev.parley.session.retention;

import dev.parley.api.LoggedEvent;
import dev.parley.api.Pruned;
import dev.parley.api.SessionId;
import dev.parley.event.Event;
import dev.parley.store.StoreUpkeep;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Removes the pieces of a message once the whole message is in the store: it says the same. They
/// are nine of ten events. Numbers stay as they are; a follower that comes back with the number of
/// a piece gets what is left behind it, the whole message first.
public final class MessagePieces {
    private static final int PAGE = 500;

    /// The pieces of a message so far.
    private record Begun(StringBuilder text, List<LoggedEvent> pieces) {}

    private final StoreUpkeep store;
    private final boolean isDryRun;

    /// @param isDryRun whether it is only counted
    public MessagePieces(StoreUpkeep store, boolean isDryRun) {
        this.store = store;
        this.isDryRun = isDryRun;
    }

    /// @param before sessions that were at work since are left alone
    public Pruned remove(Instant before) throws InterruptedException {
        var removed = Pruned.NOTHING;
        if (store.exists()) {
            for (var session : store.unfolded(before)) {
                removed = removed.plus(remove(session));
            }
        }
        return removed;
    }

    private Pruned remove(StoreUpkeep.Unfolded session) throws InterruptedException {
        var id = session.id();
        var begun = new HashMap<String, Begun>();
        var removed = Pruned.NOTHING;
        var last = session.from();
        while (true) {
            var page = store.after(id, last, PAGE);
            if (page.isEmpty()) {
                break;
            }
            last = page.getLast().sequence();
            for (var recorded : page) {
                removed = removed.plus(delete(id, repeated(begun, recorded)));
            }
        }
        if (!isDryRun) {
            store.folded(id, last);
        }
        return removed;
    }

    /// The pieces that this event makes superfluous.
    private static List<LoggedEvent> repeated(Map<String, Begun> begun, LoggedEvent recorded) {
        switch (recorded.envelope().event()) {
            case Event.AssistantStreamed(var text, var message) -> {
                var known =
                        begun.computeIfAbsent(
                                message, _ -> new Begun(new StringBuilder(), new ArrayList<>()));
                known.text().append(text);
                known.pieces().add(recorded);
            }
            case Event.AssistantSaid(var text, var message) when message != null -> {
                var known = begun.remove(message);
                return known == null || !text.contentEquals(known.text())
                        ? List.of()
                        : known.pieces();
            }
            case Event.TurnEnded _ -> begun.clear(); // what is not whole by now stays
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.Message _,
                    Event.AboutTool _,
                    Event.AboutApproval _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ -> {}
        }
        return List.of();
    }

    private Pruned delete(SessionId id, List<LoggedEvent> pieces) throws InterruptedException {
        var bytes = pieces.stream().mapToLong(piece -> piece.json().length()).sum();
        for (var at = 0; at < pieces.size() && !isDryRun; at += PAGE) {
            store.remove(id, pieces.subList(at, Math.min(at + PAGE, pieces.size())));
        }
        return new Pruned(0, pieces.size(), bytes);
    }
}
