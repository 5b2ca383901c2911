import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/// One WebSocket, as thin as can be: one thread waits for its frames, so that what a client costs does not count as
/// Parley's.
final class Frames implements AutoCloseable {
    private static final int TEXT = 1;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int LAST = 0x80;
    private static final int MASKED = 0x80;

    private final Socket socket;
    private final DataInputStream in;

    /// On a connection on which frames come already.
    ///
    /// @param hear is called on one thread for each text message
    Frames(Socket socket, Consumer<String> hear) throws IOException {
        this(socket);
        start(hear);
    }

    /// Asks a server for a WebSocket.
    Frames(int port, String path, String token, Consumer<String> hear) throws IOException {
        this(new Socket("127.0.0.1", port));
        shakeHands(port, path, token);
        start(hear);
    }

    private Frames(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 64 * 1024));
    }

    private void start(Consumer<String> hear) {
        Thread.ofPlatform().daemon().name("frames").start(() -> read(hear));
    }

    private void shakeHands(int port, String path, String token) throws IOException {
        var request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer " + token
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
                + "\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        var status = line();
        if (!status.startsWith("HTTP/1.1 101")) {
            throw new IOException("No WebSocket: " + status);
        }
        while (!line().isEmpty()) {
            // headers we know
        }
    }

    private String line() throws IOException {
        var text = new StringBuilder();
        for (var next = in.readUnsignedByte(); next != '\n'; next = in.readUnsignedByte()) {
            if (next != '\r') {
                text.append((char) next);
            }
        }
        return text.toString();
    }

    /// One short message.
    void say(String text) throws IOException {
        send(TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    /// A client has to mask what it sends; with zeros it stays as it is.
    private synchronized void send(int kind, byte[] payload) throws IOException {
        socket.getOutputStream().write(frame(kind, new byte[4], payload));
    }

    /// A text message as a server sends it.
    static byte[] message(String text) {
        return frame(TEXT, new byte[0], text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] frame(int kind, byte[] mask, byte[] payload) {
        var isShort = payload.length < 126;
        var frame = ByteBuffer.allocate(4 + mask.length + payload.length);
        frame.put((byte) (LAST | kind));
        frame.put((byte) ((mask.length > 0 ? MASKED : 0) | (isShort ? payload.length : 126)));
        if (!isShort) {
            frame.putShort((short) payload.length);
        }
        frame.put(mask).put(payload);
        return Arrays.copyOf(frame.array(), frame.position());
    }

    private void read(Consumer<String> hear) {
        try {
            while (true) {
                var kind = in.readUnsignedByte();
                var length = (long) in.readUnsignedByte();
                if (length == 126) {
                    length = in.readUnsignedShort();
                } else if (length == 127) {
                    length = in.readLong();
                }
                var payload = in.readNBytes(Math.toIntExact(length));
                switch (kind) {
                    case LAST | TEXT -> hear.accept(new String(payload, StandardCharsets.UTF_8));
                    case LAST | PING -> send(PONG, payload);
                    default -> throw new IOException("Frame of kind " + kind + ": not one we expect");
                }
            }
        } catch (SocketException _) {
            // closed
        } catch (IOException e) {
            System.err.println("The WebSocket ended: " + e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
