package dev.parley.door.cli.shared;

import dev.parley.api.Accepted;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.event.Action;
import dev.parley.event.Envelope;
import dev.parley.event.Offer;
import dev.parley.work.LiveSessions;

import java.util.function.Consumer;

/// Live sessions in this process, for as long as the command runs.
public final class LocalSessions implements SessionClient {
    private final LiveSessions sessions;

    public LocalSessions(LiveSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public SessionInfo start(NewSession request) throws InterruptedException {
        return sessions.start(request);
    }

    @Override
    public Accepted ask(SessionId session, Action action) throws InterruptedException {
        return sessions.ask(session, action);
    }

    @Override
    public void follow(SessionId session, long after, Consumer<Envelope> sink)
            throws InterruptedException {
        try (var events = sessions.follow(session, after)) {
            for (var next = events.next(); next.isPresent(); next = events.next()) {
                sink.accept(next.get().envelope());
            }
        }
    }

    @Override
    public Offer offer(SessionId session) {
        return sessions.offer(session);
    }

    @Override
    public boolean isShared() {
        return false;
    }
}
