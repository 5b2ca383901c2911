package dev.parley.session;

import dev.parley.store.SessionRow;

import java.util.Map;

/// Knows what the agent of a session is known by when it comes back as a client of Parley's.
@FunctionalInterface
public interface SessionPasses {
    /// The variables that its process is started with.
    ///
    /// @param isShared other sessions may be on the same process
    Map<String, String> environment(SessionRow session, boolean isShared)
            throws InterruptedException;

    /// Whether those variables are the session's alone, so that it cannot share a process.
    default boolean isOwn(SessionRow session) {
        return false;
    }
}
