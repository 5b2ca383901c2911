package dev.parley.door.http;

import dev.parley.base.thread.Interruptible;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.server.Handshaker;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// All open WebSockets. An idle one has no thread; one thread for all of them sends pings and ends
/// those that do not answer.
final class Sockets implements AutoCloseable {
    /// As much as the body of a request.
    private static final int MOST_MESSAGE = 16 * 1024 * 1024;

    private static final Duration PING_EVERY = Duration.ofSeconds(20);
    private static final int GOING_AWAY = 1001;

    private final Server server;
    private final Connections connections;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    // Made with the first WebSocket: the start of the server does not wait for them.
    private @Nullable Handshaker handshaker;
    private @Nullable WebSocketComponents components;
    private @Nullable Thread pinger;

    Sockets(Server server, Connections connections) {
        this.server = server;
        this.connections = connections;
    }

    static boolean isAsked(Request request) {
        return "websocket".equalsIgnoreCase(request.getHeaders().get(HttpHeader.UPGRADE));
    }

    boolean open(
            Request request, Response out, Callback done, SocketHandler handler, boolean isKnown)
            throws IOException {
        var endPoint = Entrance.endPoint(request);
        WebSocketNegotiator negotiator =
                (_, answer, _) -> {
                    // Compression costs more than it saves on the way through the same machine.
                    answer.setExtensions(List.of());
                    connections.upgraded(endPoint);
                    return new Socket(
                            handler,
                            isKnown,
                            MOST_MESSAGE,
                            open,
                            () -> connections.admit(endPoint));
                };
        prepare();
        var shaker = Objects.requireNonNull(handshaker);
        var parts = Objects.requireNonNull(components);
        return shaker.upgradeRequest(negotiator, request, out, done, parts, Sockets::configure);
    }

    private static void configure(Configuration configuration) {
        configuration.setIdleTimeout(Duration.ZERO);
        configuration.setMaxFrameSize(MOST_MESSAGE);
        configuration.setMaxTextMessageSize(MOST_MESSAGE);
        configuration.setAutoFragment(false);
    }

    private synchronized void prepare() {
        if (handshaker == null) {
            handshaker = Handshaker.newInstance();
            components = WebSocketServerComponents.ensureWebSocketComponents(server);
            pinger = Interruptible.start("ping", this::ping);
        }
    }

    private void ping() throws InterruptedException {
        while (true) {
            Thread.sleep(PING_EVERY);
            open.forEach(socket -> socket.ping(PING_EVERY.multipliedBy(3)));
        }
    }

    @Override
    public synchronized void close() {
        if (pinger != null) {
            pinger.interrupt();
        }
        open.forEach(socket -> socket.close(GOING_AWAY, "Parley goes down"));
    }
}
