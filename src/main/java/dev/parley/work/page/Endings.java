package dev.parley.work.page;

import dev.parley.api.InboxItem.Kind;
import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.session.Sessions;
import dev.parley.work.limit.ReachedLimit;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How the last turn of a session ended. What was found is remembered until the session goes on.
/// Thread-safe.
final class Endings {
    private static final int LOOK_BACK = 200;
    private static final int REMEMBERED = 1_000;

    /// @param sequence the number of the event that says so
    /// @param message why, if it failed
    /// @param limitEnds when the limit that was reached ends, if that is known
    record Ending(
            Kind kind, long sequence, Instant time, String message, @Nullable Instant limitEnds) {}

    private record Known(long sequence, SessionState state, Optional<Ending> ending) {}

    private final Sessions sessions;
    private final ReachedLimit.Finder limits;
    private final Map<SessionId, Known> known = // guarded by itself
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<SessionId, Known> eldest) {
                    return size() > REMEMBERED;
                }
            };

    Endings(Sessions sessions, ReachedLimit.Finder limits) {
        this.sessions = sessions;
        this.limits = limits;
    }

    /// Nothing where no turn was, or where a person stopped it.
    Optional<Ending> of(SessionInfo info) throws InterruptedException {
        synchronized (known) {
            var found = known.get(info.id());
            if (found != null
                    && found.sequence() == info.lastSequence()
                    && found.state() == info.state()) {
                return found.ending();
            }
        }
        var ending = look(info);
        synchronized (known) {
            known.put(info.id(), new Known(info.lastSequence(), info.state(), ending));
        }
        return ending;
    }

    /// The newest event comes first.
    private Optional<Ending> look(SessionInfo info) throws InterruptedException {
        LoggedEvent failure = null;
        LoggedEvent end = null;
        for (var logged : sessions.eventsBefore(info.id(), Long.MAX_VALUE, LOOK_BACK)) {
            var event = logged.envelope().event();
            if (event instanceof Event.TurnStarted
                    || (event instanceof Event.TurnEnded && end != null)) {
                break;
            }
            if (event instanceof Event.TurnEnded) {
                end = logged;
            }
            if (event instanceof Event.Failed(_, _, var recoverable)
                    && !recoverable
                    && failure == null) {
                failure = logged;
            }
        }
        return ending(info, end, failure);
    }

    private Optional<Ending> ending(
            SessionInfo info, @Nullable LoggedEvent end, @Nullable LoggedEvent failure)
            throws InterruptedException {
        var reason =
                end != null && end.envelope().event() instanceof Event.TurnEnded(_, var why)
                        ? why
                        : null;
        var isLost = info.state() == SessionState.INTERRUPTED;
        if (reason == EndReason.INTERRUPTED && !isLost && failure == null) {
            return Optional.empty();
        }
        var at = end == null ? failure : end;
        if (at == null) {
            return Optional.empty();
        }
        if (reason == EndReason.COMPLETED && info.state() != SessionState.ERROR) {
            return Optional.of(
                    new Ending(Kind.FINISHED, at.sequence(), at.envelope().timestamp(), "", null));
        }
        var message = message(failure, reason, isLost);
        var limit =
                failure != null && failure.envelope().event() instanceof Event.Failed failed
                        ? limits.find(info, failed, failure.envelope().timestamp())
                        : Optional.<ReachedLimit>empty();
        return Optional.of(
                new Ending(
                        limit.isPresent() ? Kind.LIMIT : Kind.FAILURE,
                        at.sequence(),
                        at.envelope().timestamp(),
                        message,
                        limit.map(ReachedLimit::ends).orElse(null)));
    }

    private static String message(
            @Nullable LoggedEvent failure, @Nullable EndReason reason, boolean isLost) {
        if (failure != null
                && failure.envelope().event() instanceof Event.Failed(var said, var code, _)) {
            return code == null || said.contains(code) ? said : said + " (" + code + ")";
        }
        if (isLost) {
            return "Parley ended in the middle of its turn.";
        }
        return switch (reason) {
            case TIMEOUT -> "It ran longer than allowed.";
            case OUTPUT_LIMIT -> "It wrote more than allowed.";
            case ERROR, COMPLETED, INTERRUPTED -> "The turn failed.";
            case null -> "The session failed.";
        };
    }
}
