package dev.parley.door.http;

/// Talks over WebSockets.
@FunctionalInterface
public interface SocketHandler {
    /// Somebody came.
    ///
    /// @param isKnown it showed the token or the cookie already
    Listener open(SocketConnection connection, boolean isKnown);

    /// Listens to one connection.
    interface Listener {
        /// A whole message. The next one is not read before this returns; it may block.
        void hear(String text) throws InterruptedException;

        /// It is over, whoever ended it. Called once.
        void closed();
    }
}
