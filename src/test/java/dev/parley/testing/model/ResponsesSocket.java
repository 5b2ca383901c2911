package dev.parley.testing.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.testing.model.Turn.Block;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// OpenAI's Responses API over a WebSocket that stays open from turn to turn, as Codex speaks it
/// with its own provider. It says the same to every question.
public final class ResponsesSocket implements AutoCloseable {
    private static final int TEXT = 1;
    private static final int CLOSE = 8;

    private final String answer;
    private final ResponsesApi api = new ResponsesApi();
    private final AtomicInteger turns = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ServerSocket server;

    public ResponsesSocket(String answer) throws IOException {
        this.answer = answer;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.submit(this::accept);
    }

    /// `http://127.0.0.1:<port>`, without a path.
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    private Void accept() throws IOException {
        while (true) {
            var client = server.accept();
            threads.submit(() -> serve(client));
        }
    }

    private Void serve(Socket client) throws IOException {
        try (client) {
            client.setTcpNoDelay(true);
            var in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
            var out = client.getOutputStream();
            out.write(handshake(in).getBytes(ISO_8859_1));
            for (var asked = message(in); !asked.isEmpty(); asked = message(in)) {
                for (var frame : api.stream(turn(asked))) {
                    out.write(frame(frame.text().replaceFirst("(?s)^.*?data: ", "")));
                }
            }
        }
        return null;
    }

    /// A question with `generate: false` only prepares the next one.
    private Turn turn(String asked) {
        var question = Json.parse(asked);
        var blocks =
                question.path("generate").asBoolean(true)
                        ? List.<Block>of(new Block.Text(answer))
                        : List.<Block>of();
        return new Turn(
                turns.incrementAndGet(),
                question.path("model").asString(""),
                blocks,
                Reply.Tokens.USUAL);
    }

    private static String handshake(DataInputStream in) throws IOException {
        var key = "";
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            if (line.regionMatches(true, 0, "Sec-WebSocket-Key:", 0, 18)) {
                key = line.substring(18).strip();
            }
        }
        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: "
                + accepted(key)
                + "\r\n\r\n";
    }

    private static String accepted(String key) {
        try {
            var proof = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
            var digest = MessageDigest.getInstance("SHA-1").digest(proof.getBytes(ISO_8859_1));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String line(DataInputStream in) throws IOException {
        var line = new StringBuilder();
        for (var c = in.readByte(); c != '\n'; c = in.readByte()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    /// The next text, or nothing when the client says goodbye.
    private static String message(DataInputStream in) throws IOException {
        var text = new ByteArrayOutputStream();
        while (true) {
            var first = in.readUnsignedByte();
            var length = (long) (in.readUnsignedByte() & 0x7f);
            if (length == 126) {
                length = in.readUnsignedShort();
            } else if (length == 127) {
                length = in.readLong();
            }
            var mask = in.readNBytes(4);
            var bytes = in.readNBytes(Math.toIntExact(length));
            for (var i = 0; i < bytes.length; i++) {
                bytes[i] ^= mask[i % 4];
            }
            var kind = first & 0x0f;
            if (kind == CLOSE) {
                return "";
            }
            if (kind <= TEXT) {
                text.write(bytes);
                if ((first & 0x80) != 0) {
                    return text.toString(UTF_8);
                }
            }
        }
    }

    private static byte[] frame(String text) throws IOException {
        var bytes = text.strip().getBytes(UTF_8);
        var frame = new ByteArrayOutputStream();
        var out = new DataOutputStream(frame);
        out.writeByte(0x80 | TEXT);
        if (bytes.length < 126) {
            out.writeByte(bytes.length);
        } else {
            out.writeByte(126);
            out.writeShort(bytes.length);
        }
        out.write(bytes);
        return frame.toByteArray();
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
