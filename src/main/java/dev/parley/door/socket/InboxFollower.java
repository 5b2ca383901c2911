package dev.parley.door.socket;

import dev.parley.api.InboxPage;
import dev.parley.api.Subscription;
import dev.parley.door.http.SocketConnection;
import dev.parley.door.json.InboxJson;
import dev.parley.work.page.InboxWatch;

import org.jspecify.annotations.Nullable;

/// What one client on the WebSocket sees of the inbox.
final class InboxFollower {
    private final SocketConnection connection;
    private final InboxWatch inbox;
    private @Nullable Subscription watch; // guarded by this
    private boolean isClosed; // guarded by this

    InboxFollower(SocketConnection connection, InboxWatch inbox) {
        this.connection = connection;
        this.inbox = inbox;
    }

    /// The whole of it, and again after every change.
    synchronized void follow() throws InterruptedException {
        close();
        if (!isClosed) {
            watch = inbox.watch(this::send);
        }
    }

    private void send(InboxPage page) {
        var message = ServerMessage.message("inbox.changed", null);
        message.setAll(InboxJson.of(page));
        connection.send(ServerMessage.bytes(message)); // one thread tells all: nobody waits for one
    }

    synchronized void close() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }

    /// The client is gone.
    synchronized void end() {
        isClosed = true;
        close();
    }
}
