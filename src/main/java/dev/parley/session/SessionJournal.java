package dev.parley.session;

import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.json.Json;
import dev.parley.problem.Problem;
import dev.parley.store.Database;
import dev.parley.store.Statements;
import dev.parley.store.Write;

import org.jspecify.annotations.Nullable;

import java.sql.SQLException;
import java.time.Clock;
import java.util.function.Consumer;

/// One session's events, in the order they happened. Each is numbered and stored before anybody
/// sees it. Its session's thread appends; followers read from the store and are told by the store's
/// writer.
final class SessionJournal {
    private final Database database;
    private final SessionId id;
    private final String provider;
    private final Followers followers;
    private final Clock clock;
    private final Consumer<Problem> onFailure;
    private volatile long sequence; // one thread writes it, all may read it

    /// @param sequence the number of the newest event that is there already
    /// @param onFailure told on the store's thread when an event could not be stored
    SessionJournal(
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

    long sequence() {
        return sequence;
    }

    /// @param nativeId the provider's id of the session, as far as it is known
    /// @param raw the provider's own line
    void append(Event event, @Nullable String nativeId, @Nullable String raw)
            throws InterruptedException {
        var number = sequence + 1;
        sequence = number;
        var envelope = new Envelope(clock.instant(), provider, nativeId, number, event, raw);
        var json = Json.write(EventJson.write(envelope, EventJson.Raw.LEFT_OUT));
        var recorded = new Recorded(id, number, json, raw, envelope);
        database.submit(
                new Write() {
                    @Override
                    public void run(Statements store) throws SQLException {
                        SessionRows.append(store, id, number, json, raw);
                    }

                    @Override
                    public void stored() {
                        followers.publish(recorded);
                    }

                    @Override
                    public void failed(Problem problem) {
                        onFailure.accept(problem);
                    }
                });
    }
}
