package dev.parley.door.cli.shared;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Asks a server on this machine over HTTP, with a connection for each request. The JDK's own
/// client first gets ready for TLS, HTTP/2 and proxies, and that takes longer than most answers.
///
/// An interrupt breaks a request off.
final class LocalHttp {
    private final int port;
    private final String token;

    /// @param token is shown with every request but [#look]
    LocalHttp(int port, String token) {
        this.port = port;
        this.token = token;
    }

    /// @param body all of it
    record Answer(int status, String body) {}

    /// What everybody may see: the token is not shown.
    ///
    /// @param patience how long to wait for each piece of the answer
    Answer look(String path, Duration patience) throws IOException, InterruptedException {
        return whole(head("GET", path) + "\r\n", patience);
    }

    Answer ask(String method, String path, @Nullable String json, Duration patience)
            throws IOException, InterruptedException {
        return whole(request(method, path, json), patience);
    }

    /// What comes piece by piece, for as long as it comes. To be closed.
    LocalAnswer follow(String path) throws IOException, InterruptedException {
        return send(request("GET", path, null), Duration.ZERO);
    }

    private String head(String method, String path) {
        return method
                + " "
                + path
                + " HTTP/1.1\r\nHost: 127.0.0.1:"
                + port
                + "\r\nConnection: close\r\n";
    }

    private String request(String method, String path, @Nullable String json) {
        var head = head(method, path) + "Authorization: Bearer " + token + "\r\n";
        if (json == null) {
            return head + "\r\n";
        }
        var length = json.getBytes(StandardCharsets.UTF_8).length;
        return head
                + "Content-Type: application/json\r\nContent-Length: "
                + length
                + "\r\n\r\n"
                + json;
    }

    private Answer whole(String request, Duration patience)
            throws IOException, InterruptedException {
        try (var answer = send(request, patience)) {
            var body = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(answer.status(), body);
        } catch (IOException e) {
            throw orInterrupted(e);
        }
    }

    private LocalAnswer send(String request, Duration patience)
            throws IOException, InterruptedException {
        var channel = SocketChannel.open();
        try {
            channel.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
            var socket = channel.socket();
            socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new LocalAnswer(socket.getInputStream());
        } catch (IOException e) {
            channel.close();
            throw orInterrupted(e);
        }
    }

    /// The channel closes itself when its thread is interrupted.
    private static IOException orInterrupted(IOException failure) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return failure;
    }
}
