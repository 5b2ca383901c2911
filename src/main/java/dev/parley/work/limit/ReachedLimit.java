package dev.parley.work.limit;

import dev.parley.api.SessionInfo;
import dev.parley.event.Event;
import dev.parley.session.Sessions;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/// A limit of a provider that ended a turn.
///
/// @param ends when it ends, if that is known
public record ReachedLimit(@Nullable Instant ends) {
    /// How limits are known.
    public static final class Finder {
        private final LimitSigns signs;
        private final Sessions sessions;
        private final ZoneId zone;

        /// @param zone of the user, in which CLIs tell times
        public Finder(LimitSigns signs, Sessions sessions, ZoneId zone) {
            this.signs = signs;
            this.sessions = sessions;
            this.zone = zone;
        }

        /// @param at when the turn failed
        public Optional<ReachedLimit> find(SessionInfo session, Event.Failed failure, Instant at) {
            return signs.isLimit(session.provider(), failure)
                    ? Optional.of(
                            new ReachedLimit(
                                    LimitEnd.of(
                                                    failure.message(),
                                                    sessions.offer(session.id()),
                                                    at,
                                                    zone)
                                            .orElse(null)))
                    : Optional.empty();
        }
    }
}
