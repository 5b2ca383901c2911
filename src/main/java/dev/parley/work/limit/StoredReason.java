package dev.parley.work.limit;

import dev.parley.api.Progress;
import dev.parley.event.Event;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.work.past.ShowSession;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Why the last turn of a session failed, as its CLI wrote it down. Kimi Code says nothing of it to
/// whoever holds a live session.
public final class StoredReason {
    private final History history;
    private final ShowSession show;

    public StoredReason(History history, ShowSession show) {
        this.history = history;
        this.show = show;
    }

    Optional<Event.Failed> of(SessionKey session) throws InterruptedException {
        history.refresh(Progress.SILENT);
        var shown = show.stored(session);
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        var last = new AtomicReference<Event.Failed>();
        shown.get()
                .events()
                .read(envelope -> {
                    switch (envelope.event()) {
                        case Event.Failed failed -> last.set(failed);
                        case Event.UserSaid _, Event.AssistantSaid _ -> last.set(null);
                        // what is told around an answer neither fails nor ends one
                        case Event.Message _,
                                Event.AboutSession _,
                                Event.AboutTurn _,
                                Event.AboutTool _,
                                Event.AboutApproval _,
                                Event.TokensUsed _,
                                Event.Unrecognized _ -> {}
                    }
                });
        return Optional.ofNullable(last.get());
    }
}
