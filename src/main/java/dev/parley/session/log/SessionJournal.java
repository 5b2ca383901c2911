package dev.parley.session.log;

import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.store.SessionStore;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.util.function.Consumer;

/// One session's events, in the order they happened. Each is numbered and stored before anybody
/// sees it. Its session's thread appends; followers read from the store and are told by the store's
/// writer.
public final class SessionJournal {
    /// What may wait for the store, in characters and in events; so a session that says very much
    /// waits for it, and no other one waits for the session.
    private static final int MOST_UNSTORED = 4 * 1024 * 1024;

    private static final int EVENTS = 4096;

    private final SessionStore store;
    private final SessionId id;
    private final String provider;
    private final Followers followers;
    private final Clock clock;
    private final Consumer<Problem> onFailure;
    private final Backlog unstored = new Backlog(MOST_UNSTORED, EVENTS);
    private volatile long sequence; // one thread writes it, all may read it

    /// @param sequence the number of the newest event that is there already
    /// @param onFailure told on the store's thread when an event could not be stored
    public SessionJournal(
            SessionStore store,
            SessionId id,
            String provider,
            Followers followers,
            Clock clock,
            Consumer<Problem> onFailure,
            long sequence) {
        this.store = store;
        this.id = id;
        this.provider = provider;
        this.followers = followers;
        this.clock = clock;
        this.onFailure = onFailure;
        this.sequence = sequence;
    }

    public long sequence() {
        return sequence;
    }

    /// @param nativeId the provider's id of the session, as far as it is known
    public void append(Event event, @Nullable String nativeId) throws InterruptedException {
        var number = sequence + 1;
        var envelope = new Envelope(clock.instant(), provider, nativeId, number, event, null);
        var tree = EventJson.write(envelope, EventJson.Raw.LEFT_OUT);
        // It is written when there is room: a long one that waits would be in memory twice.
        var cost = unstored.enter(Math.toIntExact(Json.weight(tree)));
        LoggedEvent logged;
        try {
            logged = LoggedEvent.of(id, envelope, tree);
        } catch (RuntimeException | Error e) {
            unstored.leave(cost);
            throw e;
        }
        sequence = number;
        store.append(
                logged,
                new SessionStore.Receipt() {
                    @Override
                    public void stored() {
                        unstored.leave(cost);
                        followers.publish(logged);
                    }

                    @Override
                    public void failed(Problem problem) {
                        unstored.leave(cost);
                        onFailure.accept(problem);
                    }
                });
    }
}
