package dev.parley.door.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.tool.McpServer;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolCaller;
import dev.parley.tool.ToolHost;
import dev.parley.tool.ToolRegistry;
import dev.parley.tool.Toolbox;
import dev.parley.wire.ToolDefinition;
import dev.parley.work.AgentTools;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The tools of agents over a real socket.
@Timeout(120)
class SessionToolsTest {
    private final SessionToolsServer server = new SessionToolsServer(Clock.systemUTC());
    private final AgentTools tools = new AgentTools("1.2.3", this::address, Clock.systemUTC());
    private final ToolRegistry registry = new ToolRegistry();
    private final LinkedBlockingQueue<String> happened = new LinkedBlockingQueue<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private final HttpClient client = HttpClient.newHttpClient();

    private URI address() {
        return server.open(tools);
    }

    private record Stub(String name, Body body) implements Tool {
        interface Body {
            String answer(ToolCall call) throws InterruptedException;
        }

        @Override
        public ToolDefinition definition() {
            var schema = Json.object().put("type", "object");
            return new ToolDefinition(name, name, schema, ToolDefinition.Effect.READS);
        }

        @Override
        public ToolResult call(ToolCall call) throws InterruptedException {
            return ToolResult.text(body.answer(call));
        }
    }

    @BeforeEach
    void register() {
        registry.register(new Stub("greet", call -> "hello " + call.moment().turn()));
        registry.register(new Stub("other", _ -> "not for everybody"));
        registry.register(
                new Stub(
                        "hold",
                        _ -> {
                            happened.add("begun");
                            try {
                                release.await();
                                return "released";
                            } catch (InterruptedException e) {
                                happened.add("ended");
                                throw e;
                            }
                        }));
    }

    @AfterEach
    void close() {
        release.countDown();
        client.close();
        server.close();
    }

    private ToolHost.Access open(String... names) {
        return tools.open(
                new McpServer.Client(
                        new Toolbox(registry, Set.of(names)),
                        new ToolCaller("demo", Optional.empty(), Path.of("/")),
                        () -> new ToolCall.Moment("turn-1", 1),
                        Duration.ofMinutes(1)));
    }

    private static HttpRequest.Builder request(ToolHost.Access access) {
        var request =
                HttpRequest.newBuilder(access.server().address())
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream");
        access.server().headers().forEach(request::header);
        return request;
    }

    private HttpResponse<String> post(HttpRequest.Builder request, String body)
            throws IOException, InterruptedException {
        return client.send(
                request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String call(int id, String tool) {
        return """
        {"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":{}}}\
        """
                .formatted(id, tool);
    }

    private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";

    private void expect(String what) throws InterruptedException {
        assertEquals(what, happened.poll(60, TimeUnit.SECONDS));
    }

    /// The data of the events of a stream.
    private static JsonNode event(String stream) {
        var data = stream.lines().filter(line -> line.startsWith("data: ")).findFirst();
        return Json.parse(data.orElseThrow().substring("data: ".length())).orElseThrow();
    }

    @Test
    void anAgentSeesAndCallsItsOwnToolsOnly() throws Exception {
        try (var one = open("greet");
                var two = open("other")) {
            assertThat(post(request(one), LIST).body()).contains("greet").doesNotContain("other");
            assertThat(post(request(two), LIST).body()).contains("other").doesNotContain("greet");
            var said = post(request(one), call(2, "greet"));
            assertThat(said.headers().firstValue("content-type")).hasValue("text/event-stream");
            assertThat(event(said.body()).at("/result/content/0/text").asString())
                    .isEqualTo("hello turn-1");
            assertThat(event(post(request(one), call(3, "other")).body()).at("/error/message"))
                    .hasToString("\"Unknown tool: other\"");
        }
    }

    @Test
    void aSecretThatIsWrongOrDeadOpensNothing() throws Exception {
        var access = open("greet");
        assertEquals(200, post(request(access), LIST).statusCode());
        var wrong = request(access).setHeader("Authorization", "Bearer " + "x".repeat(43));
        assertEquals(401, post(wrong, LIST).statusCode());
        var none =
                HttpRequest.newBuilder(access.server().address())
                        .header("Content-Type", "application/json");
        assertEquals(401, post(none, LIST).statusCode());

        access.close();

        assertEquals(401, post(request(access), LIST).statusCode());
    }

    @Test
    void pagesOfOthersAreRefused() throws Exception {
        try (var access = open("greet")) {
            var page = request(access).header("Origin", "http://evil.example");
            assertEquals(400, post(page, LIST).statusCode());
            assertThat(raw(access, "Host: evil.example", LIST)).startsWith("HTTP/1.1 400");
        }
    }

    private static String raw(ToolHost.Access access, String host, String body) throws IOException {
        try (var socket = new Socket("127.0.0.1", access.server().address().getPort())) {
            begin(socket, access, host, body);
            return reader(socket).readLine();
        }
    }

    private static void begin(Socket socket, ToolHost.Access access, String host, String body)
            throws IOException {
        var head =
                "POST %s HTTP/1.1\r\n%s\r\nAuthorization: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                        .formatted(
                                access.server().address().getPath(),
                                host,
                                access.server().headers().get("Authorization"),
                                body.length());
        socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    @Test
    void thereIsNoStreamFromUs() throws Exception {
        try (var access = open("greet")) {
            var get = request(access).GET().build();
            var said = client.send(get, HttpResponse.BodyHandlers.ofString());

            assertEquals(405, said.statusCode());
        }
    }

    @Test
    void aHeldCallHasItsHeadAtOnceAndEndsWhenItsClientHangsUp() throws Exception {
        try (var access = open("hold")) {
            try (var socket = new Socket("127.0.0.1", access.server().address().getPort())) {
                begin(socket, access, "Host: 127.0.0.1", call(1, "hold"));
                assertThat(reader(socket).readLine()).isEqualTo("HTTP/1.1 200 OK");
                expect("begun");
            }

            expect("ended");
        }
    }

    @Test
    void aCallThatTakesLongIsAnsweredInTheEnd() throws Exception {
        try (var access = open("hold")) {
            var held =
                    client.sendAsync(
                            request(access)
                                    .POST(HttpRequest.BodyPublishers.ofString(call(1, "hold")))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            expect("begun");
            release.countDown();

            assertThat(held.get().body()).contains("released");
        }
    }

    @Test
    void aCancelEndsTheCallAndIsIgnoredForOneThatIsAnswered() throws Exception {
        var cancel =
                """
                {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\
                """;
        try (var access = open("hold", "greet")) {
            assertThat(post(request(access), call(1, "greet")).body()).contains("hello");
            assertEquals(202, post(request(access), cancel).statusCode());
            var held =
                    client.sendAsync(
                            request(access)
                                    .POST(HttpRequest.BodyPublishers.ofString(call(1, "hold")))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            expect("begun");

            assertEquals(202, post(request(access), cancel).statusCode());

            expect("ended");
            assertThat(held.get().body()).doesNotContain("data:");
        }
    }

    @Test
    void anInterruptedTurnEndsItsCallsAndTheirStreams() throws Exception {
        try (var access = open("hold", "greet")) {
            var held =
                    client.sendAsync(
                            request(access)
                                    .POST(HttpRequest.BodyPublishers.ofString(call(1, "hold")))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            expect("begun");

            access.endCalls();

            expect("ended");
            assertThat(held.get().body()).doesNotContain("data:");
            assertThat(post(request(access), call(2, "greet")).body()).contains("hello");
        }
    }

    @Test
    void aSessionThatEndsEndsItsCalls() throws Exception {
        var access = open("hold");
        var held =
                client.sendAsync(
                        request(access)
                                .POST(HttpRequest.BodyPublishers.ofString(call(1, "hold")))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        expect("begun");

        access.close();

        expect("ended");
        assertThat(held.get().body()).doesNotContain("data:");
    }

    @Test
    void itIsKnownWhenAnAgentHasAskedForItsTools() throws Exception {
        try (var access = open("greet")) {
            assertFalse(access.awaitListed(Duration.ZERO));
            post(request(access), LIST);
            assertTrue(access.awaitListed(Duration.ofSeconds(60)));
        }
    }

    @Test
    void whatIsNoMessageIsRefused() throws Exception {
        try (var access = open("greet")) {
            var said = post(request(access), "[1, 2");
            assertEquals(400, said.statusCode());
            assertThat(said.body()).contains("-32700");
        }
    }
}
