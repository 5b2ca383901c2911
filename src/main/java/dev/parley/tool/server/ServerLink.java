package dev.parley.tool.server;

import dev.parley.wire.JsonRpc;

/// How messages get to a server. What comes back is told to a [Listener], on threads of the link.
interface ServerLink {
    /// How long one message of a server may be.
    long LONGEST = 16L << 20;

    /// Who hears what the server says.
    interface Listener {
        void heard(JsonRpc message);

        /// Nothing comes any more.
        void ended(String why);
    }

    void send(JsonRpc.Message message) throws InterruptedException;

    /// The server is not needed any more.
    void close();
}
