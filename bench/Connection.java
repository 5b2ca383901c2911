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
    private final byte[] run;
    private final byte[] health;

    Connection(int port, String token, String cwd) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
        var body = "{\"prompt\":\"hi\",\"provider\":\"stub\",\"cwd\":\"" + cwd + "\"}";
        var head = " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer " + token + "\r\n";
        run =
                ("POST /api/run" + head + "Content-Type: application/json\r\nContent-Length: "
                                + body.length() + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.US_ASCII);
        health = ("GET /healthz" + head + "\r\n").getBytes(StandardCharsets.US_ASCII);
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
        if (!status.startsWith("HTTP/1.1 200")) {
            throw new IOException(status + " " + new String(in.readNBytes(length), StandardCharsets.UTF_8));
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
