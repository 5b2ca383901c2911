package dev.parley.session;

import dev.parley.tool.McpServer;
import dev.parley.tool.ToolHost;
import dev.parley.wire.OfferedTools;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// Serves nothing, and remembers who was let in.
final class StubToolHost implements ToolHost {
    final List<Guest> guests = new CopyOnWriteArrayList<>();

    @Override
    public Access open(McpServer.Client client) {
        var guest = new Guest(client);
        guests.add(guest);
        return guest;
    }

    static final class Guest implements Access {
        final McpServer.Client client;
        final AtomicInteger ends = new AtomicInteger();
        volatile boolean isClosed;

        Guest(McpServer.Client client) {
            this.client = client;
        }

        @Override
        public OfferedTools.Server server() {
            return new OfferedTools.Server(URI.create("http://127.0.0.1:1/tools"), Map.of());
        }

        @Override
        public boolean awaitListed(Duration atMost) {
            return true;
        }

        @Override
        public void endCalls() {
            ends.incrementAndGet();
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }
}
