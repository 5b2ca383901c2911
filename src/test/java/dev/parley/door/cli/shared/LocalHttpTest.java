package dev.parley.door.cli.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.thread.Interruptible;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/// Against a server that says exactly what it is told to.
class LocalHttpTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final BlockingQueue<String> heads = new LinkedBlockingQueue<>();
    private final CountDownLatch held = new CountDownLatch(1);
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        held.countDown();
        server.close();
    }

    private LocalHttp answering(String... pieces) {
        Thread.ofVirtual().start(() -> answer(pieces));
        return new LocalHttp(server.getLocalPort(), "the-token");
    }

    /// What is `…` is waited for until the end of the test.
    private void answer(String... pieces) {
        try (var socket = server.accept()) {
            heads.add(head(socket));
            for (var piece : pieces) {
                if (piece.equals("…")) {
                    held.await();
                } else {
                    socket.getOutputStream().write(piece.getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException | InterruptedException _) {
            // the test is over
        }
    }

    private static String head(Socket socket) throws IOException {
        var reader =
                new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        var head = new StringBuilder();
        for (var line = reader.readLine(); !line.isEmpty(); line = reader.readLine()) {
            head.append(line).append('\n');
        }
        return head.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhellö and more",
                "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllö\r\n0\r\n\r\n",
                "HTTP/1.1 200\r\n\r\nhellö",
            })
    void readsAnAnswerHoweverItsEndIsTold(String answer) throws Exception {
        var whole = answer.replace("Content-Length: 5", "Content-Length: 6").replace("3;x", "4;x");
        var told = answering(whole).ask("GET", "/path?q=1", null, LONG);
        assertEquals(new LocalHttp.Answer(200, "hellö"), told);
        var head = heads.take();
        assertTrue(head.startsWith("GET /path?q=1 HTTP/1.1\n"), head);
        assertTrue(head.contains("Authorization: Bearer the-token\n"), head);
    }

    @Test
    void doesNotShowTheTokenToWhoeverIsThere() throws Exception {
        var http = answering("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n");
        assertEquals(404, http.look("/healthz", LONG).status());
        assertFalse(heads.take().contains("the-token"));
    }

    @Test
    void givesWhatIsThereBeforeTheRestComes() throws Exception {
        var http =
                answering(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                        "5\r\nfirst\r\n",
                        "…");
        try (var answer = http.follow("/events")) {
            assertEquals("first", new String(answer.readNBytes(5), StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nsho",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nmany\r\nshort\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "SSH-2.0-OpenSSH\r\n",
            })
    void failsWhenAnAnswerIsNotWhole(String answer) {
        var http = answering(answer);
        assertThrows(IOException.class, () -> http.ask("GET", "/", null, LONG));
    }

    @Test
    void tellsWhenNobodyListens() throws Exception {
        var http = new LocalHttp(server.getLocalPort(), "t");
        server.close();
        assertThrows(ConnectException.class, () -> http.look("/", LONG));
    }

    @Test
    void doesNotWaitForEver() {
        var http = answering("…");
        var soon = Duration.ofMillis(50);
        assertThrows(SocketTimeoutException.class, () -> http.ask("GET", "/", null, soon));
    }

    @Test
    void isBrokenOffByAnInterrupt() throws Exception {
        var http = answering("…");
        var main = Thread.currentThread();
        Thread.ofVirtual()
                .start(() -> {
                    Interruptible.quietly(heads::take); // it was asked
                    main.interrupt();
                });
        assertThrows(InterruptedException.class, () -> http.ask("POST", "/", "{}", LONG));
    }
}
