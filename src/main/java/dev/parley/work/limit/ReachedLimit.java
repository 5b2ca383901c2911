package dev.parley.work.limit;

import dev.parley.api.SessionInfo;
import dev.parley.event.Event;
import dev.parley.event.SessionKey;
import dev.parley.session.Sessions;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/// A limit of a provider that ended a turn.
///
/// @param ends when it ends, if that is known
public record ReachedLimit(@Nullable Instant ends) {
    /// How limits are known.
    public static final class Finder {
        /// What a dialect says of a turn that failed without a word.
        private static final String WITHOUT_A_WORD = "empty_turn";

        private static final Duration PAUSE = Duration.ofMillis(300);

        private final LimitSigns signs;
        private final Sessions sessions;
        private final LateReason stored;
        private final ZoneId zone;

        /// @param clock in the zone of the user, in which CLIs tell times
        public Finder(LimitSigns signs, Sessions sessions, StoredReason stored, Clock clock) {
            this.signs = signs;
            this.sessions = sessions;
            this.stored = new LateReason(stored::of, clock, () -> Thread.sleep(PAUSE));
            zone = clock.getZone();
        }

        /// @param at when the turn failed
        public Optional<ReachedLimit> find(SessionInfo session, Event.Failed failure, Instant at)
                throws InterruptedException {
            var reason = reason(session, failure, at);
            if (!signs.isLimit(session.provider(), reason)) {
                return Optional.empty();
            }
            var ends = LimitEnd.of(reason.message(), sessions.offer(session.id()), at, zone);
            return Optional.of(new ReachedLimit(ends.orElse(null)));
        }

        private Event.Failed reason(SessionInfo session, Event.Failed failure, Instant at)
                throws InterruptedException {
            var nativeId = session.nativeId();
            return WITHOUT_A_WORD.equals(failure.code()) && nativeId != null
                    ? stored.find(new SessionKey(session.provider(), nativeId), at).orElse(failure)
                    : failure;
        }
    }
}
