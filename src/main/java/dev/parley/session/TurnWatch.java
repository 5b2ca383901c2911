package dev.parley.session;

import dev.parley.api.SessionId;

import java.nio.file.Path;
import java.util.Optional;

/// Told when turns begin and end, so that somebody can look at the files meanwhile. Called on the
/// thread of a session, which waits: it has to be quick, and what it cannot do is no failure.
public interface TurnWatch {
    TurnWatch NONE =
            new TurnWatch() {
                @Override
                public Optional<String> begins(
                        SessionId session, String turnId, Path cwd, boolean hasBegun) {
                    return Optional.empty();
                }

                @Override
                public void says(SessionId session, String arguments) {}

                @Override
                public void ended(String turnId) {}
            };

    /// A prompt is about to be sent.
    ///
    /// @param hasBegun the agent began the turn by itself
    /// @return what a person should know about it
    Optional<String> begins(SessionId session, String turnId, Path cwd, boolean hasBegun)
            throws InterruptedException;

    /// The agent calls a tool with these arguments.
    void says(SessionId session, String arguments);

    /// The turn is over, however it ended.
    void ended(String turnId);
}
