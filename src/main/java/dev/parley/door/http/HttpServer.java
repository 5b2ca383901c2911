package dev.parley.door.http;

import dev.parley.base.problem.Problem;
import dev.parley.base.problem.Scarcity;

import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.util.OptionalInt;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.net.ssl.SSLContext;

/// The socket: Jetty on the loopback address, one virtual thread per request, everything else in
/// [Entrance], [Gate] and [Routes].
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final int MOST_AT_THE_DOOR = 1024;
    private static final long BEFORE_NEXT_ACCEPT_MILLIS = 100;

    private final Server server;
    private final Connector connector;
    private final HttpConfiguration configuration;
    private @Nullable Connector network;
    private final ClientWatch clients;
    private final Sockets sockets;

    public HttpServer(int port, Gate gate, Routes routes) {
        this(port, gate, routes, Connections.Limits.usual());
    }

    HttpServer(int port, Gate gate, Routes routes, Connections.Limits limits) {
        var threads = new QueuedThreadPool(16, 2);
        threads.setName("http");
        threads.setVirtualThreadsExecutor(
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory()));
        server = new Server(threads);
        configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        // Or a token could be read with the letters of another one said earlier: Jetty completes
        // headers from those it remembers, and takes x for X unless it is told otherwise.
        configuration.setHeaderCacheCaseSensitive(true);
        connector = new Connector(server, limits, new HttpConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        connector.setAcceptQueueSize(MOST_AT_THE_DOOR);
        server.addConnector(connector);
        sockets = new Sockets(server, connector.connections);
        clients = new ClientWatch();
        server.setErrorHandler(new Refusals(routes));
        server.setHandler(new Entrance(gate, routes, clients, sockets, connector.connections));
    }

    /// Where connections come in.
    private static final class Connector extends ServerConnector {
        private final Connections connections;
        private final Semaphore arrivals = new Semaphore(0);
        private final AtomicBoolean isShort = new AtomicBoolean();

        Connector(Server server, Connections.Limits limits, ConnectionFactory... protocols) {
            super(server, 1, 1, protocols);
            connections = new Connections(limits, getScheduler());
        }

        /// Another way in, counted together with the first.
        Connector(Server server, Connections connections, ConnectionFactory... protocols) {
            super(server, 1, 1, protocols);
            this.connections = connections;
        }

        @Override
        public void accept(int acceptor) throws IOException {
            try {
                connections.awaitPlace();
            } catch (InterruptedException e) {
                throw new InterruptedIOException(e.getMessage());
            }
            super.accept(acceptor);
            awaitArrival();
        }

        /// Counted before the next one is taken: the selector's thread opens them.
        private void awaitArrival() throws InterruptedIOException {
            try {
                var _ = arrivals.tryAcquire(1, TimeUnit.SECONDS);
                arrivals.drainPermits();
            } catch (InterruptedException e) {
                throw new InterruptedIOException(e.getMessage());
            }
        }

        @Override
        protected void onEndPointOpened(EndPoint endPoint) {
            super.onEndPointOpened(endPoint);
            isShort.set(false);
            connections.opened(endPoint);
            arrivals.release();
        }

        @Override
        protected void onEndPointClosed(EndPoint endPoint) {
            connections.closed(endPoint);
            super.onEndPointClosed(endPoint);
        }

        /// Whoever wants to come in waits at the door meanwhile.
        @Override
        protected boolean handleAcceptFailure(Throwable failure) {
            if (!isRunning() || !Scarcity.isIn(failure)) {
                return super.handleAcceptFailure(failure);
            }
            if (isShort.compareAndSet(false, true)) {
                var problem = Scarcity.problem(failure);
                LOG.warn("No connection can be taken. {} {}", problem.message(), problem.remedy());
            }
            connections.closeStrangers();
            try {
                Thread.sleep(BEFORE_NEXT_ACCEPT_MILLIS);
                return true;
            } catch (InterruptedException _) {
                return false;
            }
        }
    }

    /// Listens on every address of this machine as well, over TLS only. Before [#start].
    ///
    /// @param identity the key and the certificate
    public void openToNetwork(int port, SSLContext identity) {
        var tls = new SslContextFactory.Server();
        tls.setSslContext(identity);
        var secure = new HttpConfiguration(configuration);
        secure.addCustomizer(new SecureRequestCustomizer(false)); // the gate looks at the host
        var http = new HttpConnectionFactory(secure);
        var open =
                new Connector(
                        server,
                        connector.connections,
                        new SslConnectionFactory(tls, http.getProtocol()),
                        http);
        open.setPort(port);
        open.setAcceptQueueSize(MOST_AT_THE_DOOR);
        server.addConnector(open);
        network = open;
    }

    /// Where it listens for the network, if it does.
    public OptionalInt networkPort() {
        return network == null ? OptionalInt.empty() : OptionalInt.of(network.getLocalPort());
    }

    /// Starts listening and returns the port.
    public int start() {
        try {
            server.start();
            return connector.getLocalPort();
        } catch (IOException e) {
            if (e instanceof BindException || e.getCause() instanceof BindException) {
                throw new Problem(
                        Problem.Kind.BUSY,
                        "Port " + connector.getPort() + " is in use by another program.",
                        "Choose another one with --port.");
            }
            throw new IllegalStateException("The server did not start", e);
        } catch (Exception e) {
            throw new IllegalStateException("The server did not start", e);
        }
    }

    /// Blocks until the server is stopped.
    public void join() throws InterruptedException {
        server.join();
    }

    @Override
    public void close() {
        sockets.close();
        try {
            server.stop();
            clients.close();
        } catch (Exception e) {
            LOG.warn("The server did not stop cleanly", e);
        }
    }
}
