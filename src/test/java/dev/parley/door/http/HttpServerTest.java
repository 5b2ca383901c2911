package dev.parley.door.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

class HttpServerTest {
    record Greeting(String name) {}

    @TempDir Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private HttpServer server;
    private String token;
    private int port;

    @BeforeEach
    void open() {
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
                                                                _ -> Response.text(200, "ok\n"))
                                                        .get(
                                                                "/login",
                                                                _ -> Response.text(200, "open\n"))))
                        .get("/api/things/{id}", request -> Response.json(request.parameters()))
                        .post("/api/greet", request -> Response.json(request.body(Greeting.class)))
                        .post("/api/again", _ -> Response.json("done"))
                        .get("/api/broken", HttpServerTest::broken)
                        .get("/api/few", _ -> new Response.Events(HttpServerTest::few))
                        .get("/api/flood", _ -> new Response.Events(this::flood))
                        .get("/api/slow", _ -> new Response.Awaited(this::slow))
                        .get("/api/refused", _ -> new Response.Events(HttpServerTest::refused))
                        .get("/api/endless", _ -> new Response.Events(this::endless));
        server = new HttpServer(0, new Gate(Token.in(file), Clock.systemUTC()), routes);
        port = server.start();
    }

    @AfterEach
    void close() {
        client.shutdownNow();
        server.close();
    }

    private static Response broken(Request request) {
        throw new IllegalStateException("a secret detail of " + request.path());
    }

    private static void few(Response.EventWriter out) {
        out.write("{\"number\":1}");
        out.write("{\"word\":\"zwölf\"}");
    }

    private void flood(Response.EventWriter out) {
        try {
            while (true) {
                out.write("{\"text\":\"" + "x".repeat(10_000) + "\"}");
            }
        } finally {
            interrupted.countDown();
        }
    }

    private void endless(Response.EventWriter out) throws InterruptedException {
        out.write("{\"number\":1}");
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
    }

    private Response.Whole slow() throws InterruptedException {
        begun.countDown();
        try {
            mayAnswer.await();
            return Response.json("done");
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
    }

    private static void refused(Response.EventWriter out) {
        throw new Response.Refused(Response.json(418, "short and stout"));
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private HttpRequest.Builder allowed(String path) {
        return to(path).header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder posting(String body) {
        return allowed("/api/greet")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    /// Sends these lines as they are and returns the first line of the answer.
    private String raw(String... lines) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            var text = String.join("\r\n", lines) + "\r\n\r\n";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.lines().findFirst().orElse("");
        }
    }

    @Test
    void tellsWithoutATokenThatItIsThere() throws Exception {
        var answer = send(to("/healthz"));
        assertEquals(200, answer.statusCode());
        assertEquals("ok\n", answer.body());
        assertEquals(List.of("no-store"), answer.headers().allValues("Cache-Control"));
        assertEquals(List.of("nosniff"), answer.headers().allValues("X-Content-Type-Options"));
        assertEquals(List.of(), answer.headers().allValues("Server"));
    }

    @Test
    void answersOnlyThoseWhoHaveTheToken() throws Exception {
        var refused = send(to("/api/things/1"));
        assertEquals(401, refused.statusCode());
        assertThat(refused.body()).contains("The token is missing or wrong.");
        assertEquals(401, send(to("/api/unknown")).statusCode());
        assertEquals(401, send(bearing("x")).statusCode());

        var answer = send(allowed("/api/things/1"));
        assertEquals(200, answer.statusCode());
        assertEquals("{\"id\":\"1\"}", answer.body());
    }

    /// What was said earlier on a connection must not be mixed up with what is said now, not even
    /// where the two differ by nothing but upper and lower case.
    @Test
    void theCaseOfATokenCountsOnAConnectionThatHasHeardAnother() throws Exception {
        var swapped = swapCase(token);
        assertEquals(401, send(bearing(swapped.substring(0, 20))).statusCode());
        assertEquals(200, send(bearing(token)).statusCode());
        assertEquals(401, send(bearing(swapped)).statusCode());
        assertEquals(200, send(bearing(token)).statusCode());
    }

    private HttpRequest.Builder bearing(String said) {
        return to("/api/things/1").header("Authorization", "Bearer " + said);
    }

    private static String swapCase(String text) {
        var swapped = new StringBuilder();
        text.chars()
                .map(c ->
                        Character.isUpperCase(c)
                                ? Character.toLowerCase(c)
                                : Character.toUpperCase(c))
                .forEach(swapped::appendCodePoint);
        return swapped.toString();
    }

    @Test
    void readsAndWritesUtf8() throws Exception {
        assertEquals("{\"name\":\"Zoë ☃\"}", send(posting("{\"name\":\"Zoë ☃\"}")).body());
    }

    @Test
    void aPostWithoutABodyNeedsNoContentType() throws Exception {
        var none = HttpRequest.BodyPublishers.noBody();
        assertEquals(200, send(allowed("/api/again").POST(none)).statusCode());
        assertEquals(401, send(to("/api/again").POST(none)).statusCode());
        var host = "Host: 127.0.0.1:" + port;
        var bearer = "Authorization: Bearer " + token;
        var post = "POST /api/again HTTP/1.1";
        assertEquals("HTTP/1.1 200 OK", raw(post, host, bearer, "Connection: close"));
    }

    @Test
    void aPlaceInAPathIsDecoded() throws Exception {
        assertEquals("{\"id\":\"kimi:a:b\"}", send(allowed("/api/things/kimi%3Aa:b")).body());
        assertEquals("{\"id\":\"a b\"}", send(allowed("/api/things/a%20b")).body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/healthz/../api/things/1",
                "/healthz/%2e%2e/api/things/1",
                "/healthz;x=/../api/things/1",
                "/api/../api/things/1",
                "//healthz/../api/things/1"
            })
    void noDetourLeadsAroundTheToken(String path) throws Exception {
        assertThat(raw("GET " + path + " HTTP/1.1", "Host: 127.0.0.1", "Connection: close"))
                .matches("HTTP/1.1 (400|401|404) .*");
    }

    @Test
    void refusesAMissingOrForeignHost() throws Exception {
        var right = "Authorization: Bearer " + token;
        assertThat(raw("GET /healthz HTTP/1.1", right)).startsWith("HTTP/1.1 400 ");
        assertThat(raw("GET /healthz HTTP/1.0", right)).startsWith("HTTP/1.1 400 ");
        assertThat(raw("GET /healthz HTTP/1.1", "Host: evil.example", right))
                .startsWith("HTTP/1.1 400 ");
        assertThat(raw("GET /healthz HTTP/1.1", "Host: 127.0.0.1", "Host: evil.example", right))
                .startsWith("HTTP/1.1 400 ");
        assertThat(raw("GET http://evil.example/healthz HTTP/1.1", "Host: 127.0.0.1", right))
                .startsWith("HTTP/1.1 400 ");
        assertThat(raw("GET /healthz HTTP/1.1", "Host: 127.0.0.1", "Connection: close"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void aQueryThatCannotBeReadIsTheAskersFault() throws Exception {
        assertThat(raw("GET /login?code=%zz HTTP/1.1", "Host: 127.0.0.1", "Connection: close"))
                .startsWith("HTTP/1.1 400 ");
        assertThat(raw("GET /login?code=%ff HTTP/1.1", "Host: 127.0.0.1", "Connection: close"))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void whatIsNoHttpIsRefused() throws Exception {
        assertThat(raw("hello")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedWithASentence() throws Exception {
        var largest = "{\"name\":\"" + "x".repeat(16 * 1024 * 1024 - 11) + "\"}";
        assertEquals(200, send(posting(largest)).statusCode());
        var answer = send(posting(largest + " "));
        assertEquals(413, answer.statusCode());
        assertThat(answer.body()).contains("The body is larger than 16 MB.");
        assertRefused(413, posting(largest.repeat(2)));
    }

    @Test
    void aLargeBodyWithoutATokenIsRefusedAsWell() throws Exception {
        var body = HttpRequest.BodyPublishers.ofString("x".repeat(4 * 1024 * 1024));
        var request = to("/api/greet").header("Content-Type", "application/json").POST(body);
        assertRefused(401, request);
        // A connection of its own: the one before is being closed, and may still be in the pool.
        try (var fresh = HttpClient.newHttpClient()) {
            var asking = request.expectContinue(true).build();
            assertEquals(
                    401, fresh.send(asking, HttpResponse.BodyHandlers.ofString()).statusCode());
        }
    }

    /// Whoever goes on sending what nobody reads may find the connection closed before the answer.
    private void assertRefused(int status, HttpRequest.Builder request) throws Exception {
        try {
            assertEquals(status, send(request).statusCode());
        } catch (IOException _) {
            // refused all the same
        }
    }

    @Test
    void aMistakeInABodyIsNamed() throws Exception {
        var answer = send(posting("{\"name\":"));
        assertEquals(400, answer.statusCode());
        assertEquals(
                List.of("application/problem+json"), answer.headers().allValues("Content-Type"));
    }

    @Test
    void aFaultOfOursTellsNothingToTheOutside() throws Exception {
        var answer = send(allowed("/api/broken"));
        assertEquals(500, answer.statusCode());
        assertThat(answer.body()).doesNotContain("secret detail", "IllegalState");
        assertEquals(200, send(to("/healthz")).statusCode());
    }

    @Test
    void deliversEventsAndEnds() throws Exception {
        var answer = send(allowed("/api/few"));
        assertEquals(200, answer.statusCode());
        assertEquals(List.of("text/event-stream"), answer.headers().allValues("Content-Type"));
        assertEquals("data: {\"number\":1}\n\ndata: {\"word\":\"zwölf\"}\n\n", answer.body());
    }

    @Test
    void aClientThatGoesAwayInterruptsTheSource() throws Exception {
        var answer =
                client.send(
                        allowed("/api/endless").build(), HttpResponse.BodyHandlers.ofInputStream());
        try (var events = answer.body()) {
            var first = "data: {\"number\":1}\n\n";
            assertEquals(
                    first, new String(events.readNBytes(first.length()), StandardCharsets.UTF_8));
            assertEquals(1, interrupted.getCount());
        }
        assertTrue(interrupted.await(60, TimeUnit.SECONDS));
    }

    @Test
    void aClientThatGoesAwayInterruptsWhatItWaitsFor() throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(asking("/api/slow"));
        }
        assertTrue(interrupted.await(60, TimeUnit.SECONDS));
    }

    @Test
    void aRequestThatDoesNotWaitForItsTurnIsAnsweredInTurn() throws Exception {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(asking("/api/slow"));
            assertTrue(begun.await(60, TimeUnit.SECONDS));
            socket.getOutputStream().write(asking("/api/things/2"));
            assertFalse(interrupted.await(300, TimeUnit.MILLISECONDS));
            mayAnswer.countDown();
            var text = new StringBuilder();
            while (!text.toString().contains("{\"id\":\"2\"}")) {
                var next = socket.getInputStream().read();
                assertTrue(next >= 0, "the connection ended after: " + text);
                text.append((char) next);
            }
            assertThat(text).contains("\"done\"");
        }
        assertEquals(1, interrupted.getCount());
    }

    @Test
    void aConnectionServesManySlowAnswers() throws Exception {
        var first =
                client.sendAsync(
                        allowed("/api/slow").build(), HttpResponse.BodyHandlers.ofString());
        assertTrue(begun.await(60, TimeUnit.SECONDS));
        mayAnswer.countDown();
        assertEquals("\"done\"", first.get().body());
        for (var at = 0; at < 2; at++) {
            assertEquals("\"done\"", send(allowed("/api/slow")).body());
        }
        assertEquals(1, interrupted.getCount());
    }

    private byte[] asking(String path) {
        return ("GET "
                        + path
                        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
                        + token
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void aSourceThatRefusesIsAnsweredWithThat() throws Exception {
        var answer = send(allowed("/api/refused"));
        assertEquals(418, answer.statusCode());
        assertEquals("\"short and stout\"", answer.body());
    }

    @Test
    void aSourceThatNeverStopsWritingLearnsThatNobodyListens() throws Exception {
        client.send(allowed("/api/flood").build(), HttpResponse.BodyHandlers.ofInputStream())
                .body()
                .close();
        assertTrue(interrupted.await(60, TimeUnit.SECONDS));
    }

    @Test
    void aPortInUseIsSaidToBeSo() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var second =
                    new HttpServer(
                            other.getLocalPort(),
                            new Gate(Token.in(directory.resolve("token")), Clock.systemUTC()),
                            new Routes());
            var problem = assertThrows(Problem.class, second::start);
            assertEquals(Problem.Kind.BUSY, problem.kind());
            assertEquals(
                    "Port " + other.getLocalPort() + " is in use by another program.",
                    problem.message());
            second.close();
        }
    }
}
