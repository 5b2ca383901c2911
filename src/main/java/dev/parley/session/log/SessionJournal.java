package dev.parley.session.log;

import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.session.store.SessionRows;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.Statements;
import dev.parley.store.sqlite.Write;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
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

    /// An event of more characters is read from its JSON again by who needs it as a value, so that
    /// it is not in memory twice.
    private static final int LARGE = 64 * 1024;

    private final Database database;
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
            Database database,
            SessionId id,
            String provider,
            Followers followers,
            Clock clock,
            Consumer<Problem> onFailure,
            long sequence) {
        this.database = database;
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
        var json = Json.write(EventJson.write(envelope, EventJson.Raw.LEFT_OUT));
        sequence = number;
        var recorded = new LoggedEvent(id, number, json, json.length() > LARGE ? null : envelope);
        var cost = unstored.enter(json.length());
        database.submit(
                new Write() {
                    @Override
                    public void run(Statements store) throws SQLException {
                        SessionRows.append(store, id, number, json);
                    }

                    @Override
                    public void stored() {
                        unstored.leave(cost);
                        followers.publish(recorded);
                    }

                    @Override
                    public void failed(Problem problem) {
                        unstored.leave(cost);
                        onFailure.accept(problem);
                    }
                });
    }
}
