package dev.parley.door.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.testing.SocketClient;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

class SocketTest {
    @TempDir Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<SocketConnection> connections = new CopyOnWriteArrayList<>();
    private final List<Boolean> known = new CopyOnWriteArrayList<>();
    private final AtomicInteger closed = new AtomicInteger();
    private HttpServer server;
    private String token;
    private int port;

    @BeforeEach
    void open() {
        var file = directory.resolve("token");
        token = Token.in(file).value();
        var routes = new Routes().socket("/ws", this::echo);
        server = new HttpServer(0, new Gate(Token.in(file), Clock.systemUTC()), routes);
        port = server.start();
    }

    @AfterEach
    void close() {
        client.shutdownNow();
        server.close();
    }

    private SocketHandler.Listener echo(SocketConnection connection, boolean isKnown) {
        connections.add(connection);
        known.add(isKnown);
        return new SocketHandler.Listener() {
            @Override
            public void hear(String text) {
                if (text.equals("fail")) {
                    throw new IllegalStateException("a fault");
                }
                connection.send("<" + text + ">");
            }

            @Override
            public void closed() {
                closed.incrementAndGet();
            }
        };
    }

    /// The first line of the answer to a handshake by hand.
    private String shakeHands(String path, String host, String origin) throws IOException {
        try (var socket = new java.net.Socket(InetAddress.getLoopbackAddress(), port)) {
            var text =
                    """
                    GET %s HTTP/1.1
                    Host: %s
                    Connection: Upgrade
                    Upgrade: websocket
                    Sec-WebSocket-Version: 13
                    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
                    Origin: %s

                    """
                            .formatted(path, host, origin)
                            .replace("\n", "\r\n");
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/ws, 127.0.0.1:PORT, http://127.0.0.1:PORT, 101",
        "/ws, 127.0.0.1:PORT, http://evil.example, 400",
        "/ws, 127.0.0.1:PORT, null, 400",
        "/ws, 127.0.0.1:PORT, http://127.0.0.1:1, 400",
        "/ws, evil.example, http://evil.example, 400",
        "/other, 127.0.0.1:PORT, http://127.0.0.1:PORT, 404"
    })
    void opensOnlyForPagesOfItsOwn(String path, String host, String origin, int status)
            throws Exception {
        var number = Integer.toString(port);
        assertEquals(
                "HTTP/1.1 " + status,
                shakeHands(path, host.replace("PORT", number), origin.replace("PORT", number)));
    }

    @Test
    void saysWhoShowedTheToken() throws Exception {
        try (var stranger = SocketClient.open(client, port);
                var friend = SocketClient.open(client, port, "Authorization", "Bearer " + token);
                var liar = SocketClient.open(client, port, "Authorization", "Bearer no")) {
            assertEquals("<a>", stranger.send("a").hear());
            assertEquals("<b>", friend.send("b").hear());
            assertEquals("<c>", liar.send("c").hear());
        }
        assertEquals(List.of(false, true, false), known);
    }

    @Test
    void putsMessagesTogetherAndKeepsTheirOrder() throws Exception {
        try (var socket = SocketClient.open(client, port)) {
            socket.socket().sendText("zwölf ", false).join();
            socket.socket().sendText("€ ", false).join();
            socket.socket().sendPing(ByteBuffer.allocate(0)).join();
            socket.socket().sendText("😀", true).join();
            assertEquals("<zwölf € 😀>", socket.hear());
            for (var number = 0; number < 200; number++) {
                socket.send("n" + number);
            }
            for (var number = 0; number < 200; number++) {
                assertEquals("<n" + number + ">", socket.hear());
            }
        }
    }

    @Test
    void livesOnAfterBytesAndAfterFaults() throws Exception {
        try (var socket = SocketClient.open(client, port)) {
            socket.socket().sendBinary(ByteBuffer.wrap(new byte[] {1, 2}), true).join();
            assertEquals("<>", socket.hear());
            socket.send("fail");
            assertEquals("<on>", socket.send("on").hear());
            var long1 = "x".repeat(3_000_000);
            assertEquals("<" + long1 + ">", socket.send(long1).hear());
        }
    }

    @Test
    void aMessageThatIsTooLongEndsTheConnectionOnly() throws Exception {
        try (var socket = SocketClient.open(client, port)) {
            socket.socket().sendText("x".repeat(17 * 1024 * 1024), true);
            assertThat(socket.awaitClose()).isIn(1009, -1);
        }
        try (var socket = SocketClient.open(client, port)) {
            assertEquals("<on>", socket.send("on").hear());
        }
        Awaitility.await().until(() -> closed.get() == 2);
    }

    @Test
    void whatItSaysMayBeLongerThanWhatItHears() throws Exception {
        try (var socket = SocketClient.open(client, port)) {
            Awaitility.await().until(() -> connections.size() == 1);
            var text = "€".repeat(6 * 1024 * 1024); // a character is three bytes: some are cut
            connections.getFirst().sendInTime(text.getBytes(StandardCharsets.UTF_8));
            connections.getFirst().sendInTime("next".getBytes(StandardCharsets.UTF_8));
            assertEquals(text, socket.hear());
            assertEquals("next", socket.hear());
        }
    }

    @Test
    void whoDoesNotReadIsCutOffAndNobodyElse() throws Exception {
        try (var deaf = SocketClient.deaf(client, port);
                var good = SocketClient.open(client, port)) {
            assertEquals("<on>", good.send("on").hear());
            Awaitility.await().until(() -> connections.size() == 2);
            assertFalse(deaf.isClosed());
            var piece = "x".repeat(100_000).getBytes(StandardCharsets.UTF_8);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> {
                        for (var number = 0; number < 50; number++) {
                            connections.getFirst().send(piece);
                        }
                        return closed.get() == 1;
                    });
            assertEquals("<still>", good.send("still").hear());
            assertFalse(good.isClosed());
        }
    }

    @Test
    void whoHasMuchToSendWaitsForASlowReader() throws Exception {
        try (var socket = SocketClient.open(client, port)) {
            Awaitility.await().until(() -> connections.size() == 1);
            var piece = "y".repeat(100_000);
            for (var number = 0; number < 400; number++) {
                connections.getFirst().sendInTime(piece.getBytes(StandardCharsets.UTF_8));
            }
            for (var number = 0; number < 400; number++) {
                assertEquals(piece, socket.hear());
            }
        }
    }

    @Test
    void whoWaitsForAReaderThatLeavesIsLetGo() throws Exception {
        var deaf = SocketClient.deaf(client, port);
        Awaitility.await().until(() -> connections.size() == 1);
        var piece = "y".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        var sender =
                Thread.startVirtualThread(() -> {
                    try {
                        while (closed.get() == 0) {
                            connections.getFirst().sendInTime(piece);
                        }
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
        Awaitility.await().until(() -> sender.getState() == Thread.State.WAITING);
        deaf.close();
        sender.join();
    }

    @Test
    void aServerThatStopsSaysGoodbye() throws Exception {
        try (var socket = SocketClient.open(client, port)) {
            assertEquals("<on>", socket.send("on").hear());
            server.close();
            assertThat(socket.awaitClose()).isIn(1001, -1);
        }
    }

    @Test
    void aThousandIdleConnectionsHaveNoThreads() throws Exception {
        var open = new ArrayList<SocketClient>();
        try {
            for (var number = 0; number < 1000; number++) {
                open.add(SocketClient.open(client, port));
            }
            Awaitility.await().until(() -> connections.size() == 1000);
            var threads =
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("http"))
                            .count();
            assertThat(threads).isLessThanOrEqualTo(16);
            assertEquals("<on>", open.getLast().send("on").hear());
        } finally {
            open.forEach(SocketClient::close);
        }
    }
}
