package dev.parley.door.http;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.api.ApiKey;
import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class GateTest {
    /// A clock that stands still until it is told.
    private static final class Stopped extends Clock {
        private Instant now = Instant.EPOCH;

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @TempDir Path directory;

    private final Stopped clock = new Stopped();
    private final Routes routes =
            new Routes()
                    .add(
                            Door.open(
                                    "entrance",
                                    open ->
                                            open.get("/healthz", _ -> Response.text(200, "ok"))
                                                    .get("/login", _ -> Response.text(200, "ok"))))
                    .add(
                            Door.forKeys(
                                    "openai",
                                    keyed ->
                                            keyed.explaining("/v1/", Response::problem)
                                                    .get("/v1/models", _ -> Response.json(""))));
    private Gate gate;
    private String bearer;

    @BeforeEach
    void open() {
        var file = directory.resolve("token");
        gate = new Gate(Token.in(file), clock, GateTest::key);
        bearer = "Bearer " + Token.in(file).value();
    }

    private static Request request(String method, String path, String... headers) {
        var all = new HashMap<>(Map.of("host", "127.0.0.1:4780"));
        for (var at = 0; at < headers.length; at += 2) {
            all.put(headers[at], headers[at + 1]);
        }
        return new Request(method, path, Map.of(), Map.of(), all, "");
    }

    private static Optional<ApiKey> key(String secret) {
        return secret.equals("sk-parley-right")
                ? Optional.of(new ApiKey("ci", List.of(), null, null, Instant.EPOCH))
                : Optional.empty();
    }

    private Optional<ApiKey> check(Request request) {
        return gate.check(request, routes.doorAt(request.path()));
    }

    private void assertPasses(Request request) {
        assertDoesNotThrow(() -> check(request));
    }

    private void assertRefuses(Problem.Kind kind, Request request) {
        assertEquals(kind, assertThrows(Problem.class, () -> check(request)).kind());
    }

    private Response.Whole open(String link) {
        var code = link.substring(link.indexOf('=') + 1);
        return (Response.Whole)
                gate.login(
                        new Request(
                                "GET",
                                "/login",
                                Map.of(),
                                Map.of("code", code),
                                Map.of("host", "127.0.0.1:4780"),
                                ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1:4780", "127.0.0.1", "localhost:1", "localhost", "[::1]:4780"})
    void answersForThisMachine(String host) {
        assertPasses(request("GET", "/healthz", "host", host));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "evil.example",
                "evil.example:4780",
                "localhost.evil.example",
                "localhost:80:80",
                "localhost:evil",
                "127.0.0.1.evil.example",
                "127.0.0.1:",
                "user@127.0.0.1",
                "0.0.0.0:4780",
                "localhost\n"
            })
    void answersForNoOtherHostEvenWithTheToken(String host) {
        assertRefuses(
                Problem.Kind.INVALID_REQUEST,
                request("GET", "/api/models", "host", host, "authorization", bearer));
        assertRefuses(Problem.Kind.INVALID_REQUEST, request("GET", "/healthz", "host", host));
    }

    @Test
    void aRequestWithoutAHostIsRefused() {
        assertRefuses(
                Problem.Kind.INVALID_REQUEST,
                new Request("GET", "/healthz", Map.of(), Map.of(), Map.of(), ""));
    }

    @Test
    void aPageOfOurOwnMayAsk() {
        assertPasses(
                request("GET", "/", "origin", "http://127.0.0.1:4780", "authorization", bearer));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "",
                "http://evil.example",
                "http://127.0.0.1:4781",
                "https://127.0.0.1:4780",
                "http://localhost:4780",
                "http://127.0.0.1:4780/"
            })
    void aPageOfSomebodyElseMayNotAsk(String origin) {
        assertRefuses(
                Problem.Kind.INVALID_REQUEST,
                request("GET", "/", "origin", origin, "authorization", bearer));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json", "application/json; charset=utf-8", "Application/JSON"})
    void jsonMayBePosted(String type) {
        assertPasses(request("POST", "/api/run", "content-type", type, "authorization", bearer));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "application/jsonp",
                "text/plain; application/json"
            })
    void nothingElseMayBePosted(String type) {
        assertRefuses(
                Problem.Kind.INVALID_REQUEST,
                request("POST", "/api/run", "content-type", type, "authorization", bearer));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/index/rebuild", "/api/links"})
    void whoShowsTheTokenMayPostNothingWithoutSayingInWhatForm(String path) {
        assertPasses(request("POST", path, "authorization", bearer));
        assertPasses(request("POST", path, "authorization", bearer, "content-length", "0"));
        assertRefuses(
                Problem.Kind.UNAUTHORIZED, request("POST", path, "authorization", "Bearer wrong"));
    }

    @ParameterizedTest
    @CsvSource({"content-length, 5", "transfer-encoding, chunked", "content-type, text/plain"})
    void whoPostsSomethingSaysInWhatFormEvenWithTheToken(String header, String value) {
        assertRefuses(
                Problem.Kind.INVALID_REQUEST,
                request("POST", "/api/links", "authorization", bearer, header, value));
    }

    @Test
    void whoIsNotKnownIsToldSoWhateverItPosts() {
        assertRefuses(Problem.Kind.UNAUTHORIZED, request("POST", "/api/run"));
        assertRefuses(
                Problem.Kind.UNAUTHORIZED,
                request("POST", "/api/run", "content-type", "text/plain", "content-length", "5"));
    }

    /// A form on another page comes with the cookie where a browser is careless.
    @Test
    void theCookieAlonePostsNothingButJson() {
        var cookie = open(gate.newLink()).headers().get("Set-Cookie").split(";", 2)[0];
        assertRefuses(
                Problem.Kind.INVALID_REQUEST,
                request("POST", "/api/index/rebuild", "cookie", cookie));
        assertRefuses(
                Problem.Kind.INVALID_REQUEST,
                request("POST", "/api/index/rebuild", "cookie", cookie, "content-length", "0"));
        assertRefuses(
                Problem.Kind.INVALID_REQUEST,
                request(
                        "POST",
                        "/api/index/rebuild",
                        "cookie",
                        cookie,
                        "authorization",
                        "Basic x"));
        assertPasses(
                request(
                        "POST",
                        "/api/index/rebuild",
                        "cookie",
                        cookie,
                        "content-type",
                        "application/json"));
    }

    @Test
    void theTokenOpensEverything() {
        assertPasses(request("GET", "/api/models", "authorization", bearer));
        assertPasses(request("GET", "/", "authorization", bearer));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Bearer wrong", "Basic abc", "Bearer null"})
    void aWrongTokenOpensNothing(String authorization) {
        assertRefuses(
                Problem.Kind.UNAUTHORIZED,
                request("GET", "/api/models", "authorization", authorization));
    }

    @Test
    void aPartOfTheTokenOpensNothing() {
        for (var part : new String[] {bearer.substring(0, bearer.length() - 1), bearer + "x"}) {
            assertRefuses(
                    Problem.Kind.UNAUTHORIZED,
                    request("GET", "/api/models", "authorization", part));
        }
    }

    @ParameterizedTest
    @CsvSource({"/", "/api/models", "/healthz/", "/healthz/../api/models", "/login/x", "/Healthz"})
    void withoutATokenOnlyTheTwoOpenPathsAreOpen(String path) {
        assertRefuses(Problem.Kind.UNAUTHORIZED, request("GET", path));
        assertPasses(request("GET", "/healthz"));
        assertPasses(request("GET", "/login"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/models", "/v1/nothing", "/v1/"})
    void aKeyOpensTheDoorThatTakesKeysWhateverIsThere(String path) {
        assertPasses(request("GET", path, "authorization", "Bearer sk-parley-right"));
        assertRefuses(
                Problem.Kind.UNAUTHORIZED,
                request("GET", path, "authorization", "Bearer sk-parley-wrong"));
        assertRefuses(Problem.Kind.UNAUTHORIZED, request("GET", path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/api/models", "/v1", "/v2/models", "/nothing"})
    void aKeyOpensNothingElse(String path) {
        assertRefuses(
                Problem.Kind.UNAUTHORIZED,
                request("GET", path, "authorization", "Bearer sk-parley-right"));
    }

    @Test
    void aLinkGivesACookieThatOpensEverything() {
        var answer = open(gate.newLink());
        assertEquals(303, answer.status());
        assertEquals("/", answer.headers().get("Location"));
        var parts = answer.headers().get("Set-Cookie").split("; ", 2);
        assertEquals("HttpOnly; SameSite=Strict; Path=/; Max-Age=7776000", parts[1]);
        assertPasses(request("GET", "/", "cookie", "other=1; " + parts[0]));
        assertRefuses(Problem.Kind.UNAUTHORIZED, request("GET", "/", "cookie", parts[0] + "x"));
        assertRefuses(Problem.Kind.UNAUTHORIZED, request("GET", "/", "cookie", "parley-4780="));
    }

    @Test
    void aWrongTokenIsWrongEvenBesideACookie() {
        var cookie = open(gate.newLink()).headers().get("Set-Cookie").split(";", 2)[0];
        assertRefuses(
                Problem.Kind.UNAUTHORIZED,
                request("GET", "/", "cookie", cookie, "authorization", "Bearer wrong"));
    }

    @Test
    void theCookieIsNotTheToken() {
        var cookie = open(gate.newLink()).headers().get("Set-Cookie").split("[=;]", 3)[1];
        assertRefuses(
                Problem.Kind.UNAUTHORIZED,
                request("GET", "/", "authorization", "Bearer " + cookie));
        assertRefuses(
                Problem.Kind.UNAUTHORIZED,
                request("GET", "/", "cookie", "parley-4780=" + bearer.substring(7)));
    }

    @Test
    void aLinkWorksOnce() {
        var link = gate.newLink();
        open(link);
        assertEquals(
                Problem.Kind.UNAUTHORIZED, assertThrows(Problem.class, () -> open(link)).kind());
    }

    @Test
    void aLinkWorksForTenMinutes() {
        var inTime = gate.newLink();
        var tooLate = gate.newLink();
        clock.pass(Duration.ofMinutes(10));
        assertEquals(303, open(inTime).status());
        clock.pass(Duration.ofMillis(1));
        assertThrows(Problem.class, () -> open(tooLate));
    }

    @Test
    void aNewLinkLeavesOthersThatStillWorkAlone() {
        var first = gate.newLink();
        clock.pass(Duration.ofMinutes(5));
        gate.newLink();
        assertEquals(303, open(first).status());
    }

    @Test
    void noCodeOrAnInventedOneIsNoLink() {
        assertThrows(Problem.class, () -> open("/login?code="));
        assertThrows(Problem.class, () -> open("/login?code=invented"));
        assertThrows(Problem.class, () -> gate.login(request("GET", "/login")));
    }
}
