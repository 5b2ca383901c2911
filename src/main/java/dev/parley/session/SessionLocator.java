package dev.parley.session;

import dev.parley.event.SessionKey;

import java.nio.file.Path;
import java.util.Optional;

/// Knows where a CLI's own session was held: a session that was never live here goes on there.
public interface SessionLocator {
    /// Empty when nothing tells it.
    Optional<Path> of(SessionKey session) throws InterruptedException;
}
