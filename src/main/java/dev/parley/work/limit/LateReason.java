package dev.parley.work.limit;

import dev.parley.event.Event;
import dev.parley.event.SessionKey;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Why a turn failed, of a CLI that says that it did before it writes down why: soon after the
/// failure it is looked for again.
final class LateReason {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// Even where the clock jumps.
    private static final int MOST_LOOKS = 15;

    /// What is written down now.
    @FunctionalInterface
    interface Look {
        Optional<Event.Failed> at(SessionKey session) throws InterruptedException;
    }

    /// Lets some time pass.
    @FunctionalInterface
    interface Pause {
        void make() throws InterruptedException;
    }

    private final Look look;
    private final Clock clock;
    private final Pause pause;

    LateReason(Look look, Clock clock, Pause pause) {
        this.look = look;
        this.clock = clock;
        this.pause = pause;
    }

    Optional<Event.Failed> find(SessionKey session, Instant failed) throws InterruptedException {
        var found = look.at(session);
        for (var looks = 1; found.isEmpty() && looks < MOST_LOOKS && isRecent(failed); looks++) {
            pause.make();
            found = look.at(session);
        }
        return found;
    }

    private boolean isRecent(Instant failed) {
        return clock.instant().isBefore(failed.plus(PATIENCE));
    }
}
