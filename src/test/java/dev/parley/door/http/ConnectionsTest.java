package dev.parley.door.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.problem.Scarcity;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/// Who may stay connected, and who gives way to whom.
class ConnectionsTest {
    private static final Duration LONG = Duration.ofHours(1);

    @TempDir Path directory;

    private final List<Socket> sockets = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final CompletableFuture<Thread> flooding = new CompletableFuture<>();
    private HttpServer server;
    private String token;
    private int port;

    private void open(int strangers, int known, Duration patience) {
        var file = directory.resolve("token");
        token = Token.in(file).value();
        var routes =
                new Routes()
                        .add(
                                Door.open(
                                        "entrance",
                                        open ->
                                                open.get(
                                                        "/healthz",
                                                        _ -> Response.text(200, "ok\n"))))
                        .get("/api/thing", _ -> Response.json("thing"))
                        .get("/api/full", _ -> outOfFiles())
                        .get("/api/late", _ -> new Response.Events(_ -> outOfFiles()))
                        .get("/api/odd", _ -> outOfThreads())
                        .get("/api/flood", _ -> new Response.Events(this::flood))
                        .get("/api/endless", _ -> new Response.Events(this::endless));
        server =
                new HttpServer(
                        0,
                        new Gate(Token.in(file), Clock.systemUTC()),
                        routes,
                        new Connections.Limits(strangers, known, patience));
        port = server.start();
    }

    @AfterEach
    void close() throws IOException {
        end.countDown();
        for (var socket : sockets) {
            socket.close();
        }
        server.close();
    }

    private static Response outOfFiles() {
        throw Scarcity.problem(new IOException("Too many open files"));
    }

    private static Response outOfThreads() {
        throw new OutOfMemoryError("unable to create native thread: possibly out of memory");
    }

    private void flood(Response.EventWriter out) {
        try {
            while (true) {
                out.write("x".repeat(10_000));
            }
        } catch (RuntimeException _) {
            flooding.complete(Thread.currentThread());
            throw new Response.Refused(Response.json(500, "it broke"));
        }
    }

    private void endless(Response.EventWriter out) throws InterruptedException {
        out.write("{}");
        end.await();
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        return socket;
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /// Asks and reads the head of the answer.
    private String ask(Socket socket, String path) throws IOException {
        say(socket, "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        say(socket, path.equals("/healthz") ? "" : "Authorization: Bearer " + token + "\r\n");
        say(socket, "\r\n");
        return read(socket, "\r\n\r\n");
    }

    private static String read(Socket socket, String end) throws IOException {
        var text = new StringBuilder();
        while (!text.toString().endsWith(end)) {
            var next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("It ended after: " + text);
            }
            text.append((char) next);
        }
        return text.toString();
    }

    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException _) {
            return true;
        }
    }

    @Test
    void aSilentStrangerGivesWayToTheNext() throws Exception {
        open(3, 3, LONG);
        for (var at = 0; at < 10; at++) {
            connect();
        }
        assertThat(ask(connect(), "/healthz")).startsWith("HTTP/1.1 200 ");
        assertThat(isClosed(sockets.getFirst())).isTrue();
    }

    @Test
    void whoHasShownTheTokenStaysWhateverStrangersDo() throws Exception {
        open(3, 3, LONG);
        var known = connect();
        assertThat(ask(known, "/api/thing")).startsWith("HTTP/1.1 200 ");
        read(known, "\"thing\"");
        for (var at = 0; at < 10; at++) {
            connect();
        }
        assertThat(ask(connect(), "/healthz")).startsWith("HTTP/1.1 200 ");
        assertThat(ask(known, "/api/thing")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aStrangerWhoseRequestNeverBecomesWholeIsSentAway() throws Exception {
        open(3, 3, Duration.ofMillis(300));
        var slow = connect();
        say(slow, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        var isGone = new CountDownLatch(1);
        var trickle = Thread.ofVirtual().start(() -> trickle(slow, isGone));
        assertThat(isClosed(slow)).isTrue();
        isGone.countDown();
        trickle.join();
    }

    /// Sends a letter now and then, so that the connection is never idle for long.
    private static void trickle(Socket socket, CountDownLatch isGone) {
        try {
            while (!isGone.await(20, TimeUnit.MILLISECONDS)) {
                say(socket, "X");
            }
        } catch (IOException | InterruptedException _) {
            // it was sent away
        }
    }

    @Test
    void aKnownOneThatWaitsGivesWayToAnotherKnownOne() throws Exception {
        open(3, 2, LONG);
        var first = connect();
        ask(first, "/api/thing");
        read(first, "\"thing\"");
        var second = connect();
        ask(second, "/api/endless");
        assertThat(ask(connect(), "/api/thing")).startsWith("HTTP/1.1 200 ");
        assertThat(isClosed(first)).isTrue();
        read(second, ":\n\n");
    }

    @Test
    void whenAllAreAtWorkTheNextOneIsToldSo() throws Exception {
        open(3, 2, LONG);
        ask(connect(), "/api/endless");
        ask(connect(), "/api/endless");
        var third = connect();
        assertThat(ask(third, "/api/thing"))
                .startsWith("HTTP/1.1 503 ")
                .contains("Retry-After: 5\r\n");
        assertThat(read(third, "}")).contains("OUT_OF_RESOURCES", "ulimit -n");
        assertThat(ask(connect(), "/healthz")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aSystemThatHasNoMoreToGiveIsNoFault() throws Exception {
        open(3, 3, LONG);
        for (var path : List.of("/api/full", "/api/late", "/api/odd")) {
            var socket = connect();
            assertThat(ask(socket, path))
                    .startsWith("HTTP/1.1 503 ")
                    .contains("Retry-After: 5\r\n", "application/problem+json");
            assertThat(read(socket, "}")).contains("OUT_OF_RESOURCES", "try again");
        }
    }

    /// That is the client's affair: nothing for the log.
    @Test
    void aSourceThatHasSomethingToSayToNobodyIsNoFault() throws Exception {
        open(3, 3, LONG);
        var faults = new AtomicInteger();
        var log = Logger.getLogger(Entrance.class.getName());
        var counter =
                new StreamHandler() {
                    @Override
                    public void publish(LogRecord told) {
                        faults.incrementAndGet();
                    }
                };
        log.addHandler(counter);
        try {
            var socket = connect();
            ask(socket, "/api/flood");
            socket.close();
            flooding.get(1, TimeUnit.MINUTES).join();
            assertEquals(0, faults.get());
        } finally {
            log.removeHandler(counter);
        }
    }

    @Test
    void limitsFollowFromWhatTheSystemAllows() {
        open(1, 1, LONG);
        var few = Connections.Limits.below(128);
        assertThat(few.strangers() + few.known()).isEqualTo(32);
        var many = Connections.Limits.below(1_000_000);
        assertEquals(256, many.strangers());
        assertThat(Connections.Limits.below(10).strangers()).isGreaterThan(3);
    }
}
