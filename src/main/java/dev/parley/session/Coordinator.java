package dev.parley.session;

import dev.parley.api.Subscription;
import dev.parley.event.SessionKey;

import java.util.Set;
import java.util.function.Consumer;

/// Which native sessions are live, in this Parley or in another one with the same store. The
/// history asks it, so that no conversation is shown twice: what is live, or ended less than two
/// seconds ago, is not history yet. Thread-safe; asking is cheap.
public interface Coordinator {
    /// All native sessions that are live now.
    Set<SessionKey> live();

    default boolean isLive(String provider, String nativeId) {
        return live().contains(new SessionKey(provider, nativeId));
    }

    /// Tells of every native session of this Parley that becomes live, and two seconds after its
    /// end that it is history now. The listener must not wait.
    Subscription onChange(Consumer<Change> listener);

    record Change(SessionKey session, boolean isLive) {}
}
