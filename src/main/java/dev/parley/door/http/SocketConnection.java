package dev.parley.door.http;

import java.nio.charset.StandardCharsets;

/// One open WebSocket. Messages are text in UTF-8, so that one that goes to many is written once.
/// Who does not read what it is sent is cut off. Thread-safe.
public interface SocketConnection {
    /// The client may not do this, or is not who it says.
    int REFUSED = 4401;

    /// The client did not keep up; it can come back.
    int TOO_SLOW = 4408;

    /// Parley cannot go on with it now: it ends, or its store does not answer. The client can come
    /// back.
    int TRY_LATER = 1013;

    /// Sends and never waits. If too much waits for the client already, that is its end.
    void send(byte[] message);

    default void send(String message) {
        send(message.getBytes(StandardCharsets.UTF_8));
    }

    /// Sends as soon as the client has read enough of what it was sent before. For those who have
    /// much to send and can wait.
    void sendInTime(byte[] message) throws InterruptedException;

    /// Whoever is at the other end has said who he is: the connection may stay.
    ///
    /// @throws dev.parley.base.problem.Problem when too many are open
    void admit();

    void close(int code, String reason);
}
