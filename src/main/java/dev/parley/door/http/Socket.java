package dev.parley.door.http;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/// One WebSocket on Jetty. Each message is handled on a virtual thread of its own, one after the
/// other: the next frame is not asked for before.
final class Socket implements FrameHandler, SocketConnection {
    /// How much may wait for a client before it counts as too slow.
    private static final long MOST_WAITING = 8L * 1024 * 1024;

    /// Of a frame. Jetty drops a longer one than it would take itself, so a long message has
    /// several.
    private static final int MOST_FRAME = 1024 * 1024;

    private final SocketHandler handler;
    private final boolean isKnown;
    private final int mostMessage;
    private final Set<Socket> open;
    private final Runnable admission;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream(0);
    private final AtomicBoolean isOver = new AtomicBoolean();
    private long waiting; // guarded by this, as is the order of the frames
    private volatile long heardAt = System.nanoTime();
    private boolean isText;
    private SocketHandler.@Nullable Listener listener;
    private @Nullable CoreSession session;

    /// @param open where it is listed while it is open
    /// @param admission what makes a stranger's connection one that may stay
    Socket(
            SocketHandler handler,
            boolean isKnown,
            int mostMessage,
            Set<Socket> open,
            Runnable admission) {
        this.handler = handler;
        this.isKnown = isKnown;
        this.mostMessage = mostMessage;
        this.open = open;
        this.admission = admission;
    }

    @Override
    public void onOpen(CoreSession opened, Callback done) {
        session = opened;
        open.add(this);
        listener = handler.open(this, isKnown);
        done.succeeded();
        opened.demand();
    }

    @Override
    public void onFrame(Frame frame, Callback done) {
        heardAt = System.nanoTime();
        switch (frame.getOpCode()) {
            case OpCode.TEXT, OpCode.BINARY, OpCode.CONTINUATION -> onData(frame, done);
            case OpCode.PING -> {
                var pong = new Frame(OpCode.PONG, copy(frame.getPayload()));
                done.succeeded();
                session().sendFrame(pong, Callback.NOOP, false);
                session().demand();
            }
            case OpCode.CLOSE -> done.succeeded(); // Jetty answers, and calls onClosed
            default -> {
                done.succeeded();
                session().demand();
            }
        }
    }

    private void onData(Frame frame, Callback done) {
        if (frame.getOpCode() != OpCode.CONTINUATION) {
            isText = frame.getOpCode() == OpCode.TEXT;
        }
        var payload = frame.getPayload();
        if (message.size() + payload.remaining() > mostMessage) {
            done.succeeded();
            close(CloseStatus.MESSAGE_TOO_LARGE, "A message may have 16 MB");
            return;
        }
        message.writeBytes(array(payload));
        done.succeeded();
        if (frame.isFin()) {
            var text = isText ? message.toString(StandardCharsets.UTF_8) : "";
            message.reset();
            Thread.ofVirtual().name("socket").start(() -> hear(text));
        } else {
            session().demand();
        }
    }

    private void hear(String text) {
        try {
            Objects.requireNonNull(listener).hear(text);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(Socket.class).error("A message could not be handled", e);
        } finally {
            session().demand();
        }
    }

    @Override
    public synchronized void send(byte[] bytes) {
        if (isOver.get()) {
            return;
        }
        waiting += bytes.length;
        if (waiting > MOST_WAITING + bytes.length) {
            cutOff();
            return;
        }
        var from = 0;
        do {
            var length = Math.min(bytes.length - from, MOST_FRAME);
            send(bytes, from, length);
            from += length;
        } while (from < bytes.length);
    }

    private void send(byte[] bytes, int from, int length) {
        var opCode = from == 0 ? OpCode.TEXT : OpCode.CONTINUATION;
        var isLast = from + length == bytes.length;
        var frame = new Frame(opCode, isLast, ByteBuffer.wrap(bytes, from, length));
        var sent = Callback.from(() -> sent(length), _ -> sent(length));
        session().sendFrame(frame, sent, false);
    }

    @Override
    public synchronized void sendInTime(byte[] bytes) throws InterruptedException {
        while (waiting > MOST_WAITING / 8 && !isOver.get()) {
            wait();
        }
        send(bytes);
    }

    private synchronized void sent(int length) {
        waiting -= length;
        notifyAll();
    }

    /// A close frame would wait behind everything the client does not read.
    private void cutOff() {
        Thread.ofVirtual().name("cut-off").start(() -> session().abort());
    }

    void ping(Duration patience) {
        if (System.nanoTime() - heardAt > patience.toNanos()) {
            cutOff();
        } else {
            session().sendFrame(new Frame(OpCode.PING), Callback.NOOP, false);
        }
    }

    @Override
    public void admit() {
        admission.run();
    }

    @Override
    public void close(int code, String reason) {
        session().close(code, reason, Callback.NOOP);
    }

    @Override
    public void onError(Throwable cause, Callback done) {
        done.succeeded(); // onClosed comes as well
    }

    @Override
    public void onClosed(CloseStatus status, Callback done) {
        open.remove(this);
        synchronized (this) {
            isOver.set(true);
            notifyAll();
        }
        var told = listener;
        if (told != null) {
            told.closed();
        }
        done.succeeded();
    }

    private CoreSession session() {
        return Objects.requireNonNull(session);
    }

    private static byte[] array(ByteBuffer buffer) {
        var bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static ByteBuffer copy(ByteBuffer buffer) {
        return ByteBuffer.wrap(array(buffer));
    }
}
