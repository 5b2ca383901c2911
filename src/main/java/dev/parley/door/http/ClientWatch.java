package dev.parley.door.http;

import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectableChannelEndPoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Notices clients that hang up while their request is being answered.
///
/// While a handler works, Jetty does not read from an HTTP/1.1 connection, so nobody would see its
/// end before the answer is written. A selector of our own does: the request's body has been read
/// to its end, so what becomes readable now is the end of the stream, or the next request of a
/// client that did not wait for its answer; those bytes are given back to the connection. As in
/// Go's net/http, a client that closes only its sending half counts as gone. One thread owns the
/// selector; others leave it tasks.
final class ClientWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClientWatch.class);
    private static final int MOST_AHEAD = 4096;

    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    ClientWatch() {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofPlatform().daemon().name("client-watch").start(this::run);
    }

    /// One client being watched. The lock of this object guards `isOver`: after [#close], nobody is
    /// told anything any more.
    final class Watched implements AutoCloseable {
        private final EndPoint endPoint;
        private final Thread handler;
        private boolean isOver;
        private boolean isGone;

        private Watched(EndPoint endPoint) {
            this.endPoint = endPoint;
            this.handler = Thread.currentThread();
        }

        private synchronized void reportGone() {
            if (!isOver) {
                isGone = true;
                handler.interrupt();
            }
        }

        /// Whether the client hung up. Asked by the handler's thread at its end: an interrupt that
        /// came in its last moment must not hurt what the thread does next.
        synchronized boolean isGone() {
            return isGone;
        }

        @Override
        public void close() {
            synchronized (this) {
                isOver = true;
            }
            later(() -> forget(this));
        }
    }

    /// From here on the calling thread is interrupted when the client hangs up.
    Watched watch(EndPoint endPoint) {
        var watched = new Watched(endPoint);
        later(() -> register(watched));
        return watched;
    }

    private void later(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    private void run() {
        while (selector.isOpen()) {
            try {
                selector.select(this::onReadable);
                for (var task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
            } catch (ClosedSelectorException _) {
                return;
            } catch (CancelledKeyException _) {
                // the connection was closed meanwhile
            } catch (IOException | RuntimeException e) {
                LOG.warn("A client that hangs up may go unnoticed", e);
            }
        }
    }

    private void register(Watched watched) {
        try {
            if (watched.endPoint instanceof SelectableChannelEndPoint socket) {
                socket.getChannel().register(selector, SelectionKey.OP_READ, watched);
            }
        } catch (IOException _) {
            watched.reportGone(); // closed already
        }
    }

    /// A channel can be registered anew only after the selector has let go of it.
    private void forget(Watched watched) {
        if (watched.endPoint instanceof SelectableChannelEndPoint socket) {
            var key = socket.getChannel().keyFor(selector);
            if (key != null) {
                key.cancel();
            }
            letGo();
        }
    }

    private void letGo() {
        try {
            selector.selectNow(_ -> {});
        } catch (IOException e) {
            LOG.debug("A channel is let go of later", e);
        }
    }

    private void onReadable(SelectionKey key) {
        var watched = (Watched) key.attachment();
        synchronized (watched) {
            if (watched.isOver) {
                return; // what comes now is the connection's own business again
            }
            var ahead = ByteBuffer.allocate(MOST_AHEAD);
            if (read((SocketChannel) key.channel(), ahead) < 0) {
                key.cancel();
                watched.reportGone();
            } else if (ahead.flip().hasRemaining()
                    && watched.endPoint.getConnection() instanceof Connection.UpgradeTo parser) {
                key.interestOps(0);
                parser.onUpgradeTo(ahead);
            }
        }
    }

    private static int read(SocketChannel channel, ByteBuffer buffer) {
        try {
            return channel.read(buffer);
        } catch (IOException _) {
            return -1; // reset by the client
        }
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            LOG.debug("The selector did not close", e);
        }
    }
}
