package dev.parley.work.change;

import dev.parley.api.MoveRequest;
import dev.parley.event.SessionKey;

import java.time.Instant;
import java.util.Optional;

/// Makes a session of a CLI's own out of the beginning of another one.
public interface NativeFork {
    /// A turn as Parley knows it.
    ///
    /// @param prompt what it began with
    record Turn(String prompt, Instant startedAt, Instant endedAt) {}

    /// @param turn the last one that is in it
    /// @param request its CLI, model and directory
    /// @return its native id; absent where that cannot be done
    Optional<String> until(SessionKey from, Turn turn, MoveRequest request)
            throws InterruptedException;
}
