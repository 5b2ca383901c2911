import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// One kept-alive connection to a server, as thin as can be: what it costs must not count as
/// Parley's.
final class Connection implements AutoCloseable {
    /// When the first event came and when the stream ended, in nanoseconds from the request.
    record Times(long first, long whole) {}

    private final Socket socket;
    private final InputStream in;
    private final String head;
    private final byte[] run;
    private final byte[] health;

    Connection(int port, String token, String cwd) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
        head =
                " HTTP/1.1\r\nHost: 127.0.0.1:"
                        + port
                        + "\r\nAuthorization: Bearer "
                        + token
                        + "\r\n";
        run = post("/api/run", "{\"prompt\":\"hi\",\"provider\":\"stub\",\"cwd\":\"" + cwd + "\"}");
        health = ("GET /healthz" + head + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private byte[] post(String path, String body) {
        return ("POST "
                        + path
                        + head
                        + "Content-Type: application/json\r\nContent-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /// A request that is sent again and again.
    byte[] chat(String model, boolean stream) {
        return post(
                "/v1/chat/completions",
                "{\"model\":\""
                        + model
                        + "\",\"stream\":"
                        + stream
                        + ",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    }

    /// What is at this path.
    String get(String path) throws IOException {
        socket.getOutputStream()
                .write(("GET " + path + head + "\r\n").getBytes(StandardCharsets.US_ASCII));
        return new String(in.readNBytes(expectOk()), StandardCharsets.UTF_8);
    }

    /// What is answered to this body.
    String ask(String path, String body) throws IOException {
        socket.getOutputStream().write(post(path, body));
        return new String(in.readNBytes(expectOk()), StandardCharsets.UTF_8);
    }

    /// A whole answer of an agent. In nanoseconds.
    long complete(byte[] chat) throws IOException {
        var start = System.nanoTime();
        socket.getOutputStream().write(chat);
        var answer = new String(in.readNBytes(expectOk()), StandardCharsets.UTF_8);
        var time = System.nanoTime() - start;
        if (!answer.contains("\"Hello.\"")) {
            throw new IOException("Not the stub's answer: " + answer);
        }
        return time;
    }

    /// How long the first streamed text was on its way, in nanoseconds: the stub says when it was
    /// written.
    long firstPieceDelay(byte[] chat) throws IOException {
        socket.getOutputStream().write(chat);
        expectOk();
        var delay = -1L;
        for (var size = chunkSize(); size > 0; size = chunkSize()) {
            var chunk = new String(in.readNBytes(size), StandardCharsets.UTF_8);
            line();
            var written = chunk.indexOf("at ");
            if (delay < 0 && written >= 0) {
                var now = java.time.Instant.now();
                var digits = chunk.substring(written + 3, written + 22);
                delay =
                        now.getEpochSecond() * 1_000_000_000L
                                + now.getNano()
                                - Long.parseLong(digits);
            }
        }
        line();
        if (delay < 0) {
            throw new IOException("The stub's time was not in the stream");
        }
        return delay;
    }

    /// One turn of the stub through Parley.
    Times run() throws IOException {
        var start = System.nanoTime();
        socket.getOutputStream().write(run);
        expectOk();
        var first = 0L;
        var last = "";
        for (var size = chunkSize(); size > 0; size = chunkSize()) {
            var chunk = new String(in.readNBytes(size), StandardCharsets.UTF_8);
            line();
            if (chunk.startsWith("data:")) {
                first = first == 0 ? System.nanoTime() - start : first;
                last = chunk;
            }
        }
        line();
        var whole = System.nanoTime() - start;
        if (!last.contains("session.end\"") || !last.contains("completed")) {
            throw new IOException("The run did not complete: " + last);
        }
        return new Times(first, whole);
    }

    /// The cheapest request there is: what HTTP itself costs. In nanoseconds.
    long health() throws IOException {
        var start = System.nanoTime();
        socket.getOutputStream().write(health);
        in.readNBytes(expectOk());
        return System.nanoTime() - start;
    }

    private int expectOk() throws IOException {
        var status = line();
        var length = 0;
        for (var header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(header.substring("content-length:".length()).strip());
            }
        }
        if (!status.startsWith("HTTP/1.1 20")) {
            throw new IOException(
                    status + " " + new String(in.readNBytes(length), StandardCharsets.UTF_8));
        }
        return length;
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private String line() throws IOException {
        var text = new StringBuilder();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("The server closed the connection");
            }
            if (next != '\r') {
                text.append((char) next);
            }
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
