package dev.parley.tool.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;

import dev.parley.api.ToolServer;
import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.process.Supervisor;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolCaller;
import dev.parley.tool.ToolRegistry;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.ToolDefinition;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

class ToolServersTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", "/usr/bin:/bin", "KEY", "opensesame", "HIDDEN", "not for servers");

    @TempDir Path temp;

    private Supervisor supervisor;
    private ToolServers servers;

    @BeforeEach
    void start() {
        supervisor = new Supervisor(temp.resolve("processes"));
        servers = new ToolServers(supervisor, ENVIRONMENT, "1");
    }

    @AfterEach
    void stop() {
        servers.close();
        supervisor.close();
    }

    private static ToolServer small() {
        var command = SmallServer.command();
        return new ToolServer(
                command.getFirst(),
                command.subList(1, command.size()),
                Map.of("SECRET", "${KEY}"),
                null,
                Map.of());
    }

    private ToolResult call(ToolRegistry tools, String name, Duration patience)
            throws InterruptedException {
        return tools.call(
                name,
                new ToolCall(
                        new ToolCaller("demo", Optional.empty(), temp),
                        new ToolCall.Moment("t", 1),
                        Json.object().put("text", "hello"),
                        patience));
    }

    @Test
    void aProcessOffersItsToolsAndIsStartedAgainWhenItHasDied() throws Exception {
        var tools = servers.of("r/ada", temp, Map.of("docs", small()));
        assertEquals(
                List.of("docs_Odd_Name", "docs_die", "docs_echo", "docs_hold"),
                tools.definitions().stream().map(ToolDefinition::name).toList());
        assertEquals(ToolDefinition.Effect.READS, tools.definitions().get(2).effect());
        var minute = Duration.ofMinutes(1);
        assertEquals("You said hello, opensesame", call(tools, "docs_echo", minute).text());
        assertEquals("You said hello, opensesame", call(tools, "docs_Odd_Name", minute).text());

        var died = call(tools, "docs_die", minute);
        assertTrue(died.isError());
        assertThat(died.text()).contains("The MCP server docs failed: it ended with code 7");
        assertEquals("You said hello, opensesame", call(tools, "docs_echo", minute).text());
        assertThat(call(tools, "docs_hold", Duration.ofMillis(50)).text())
                .contains("did not answer within");
    }

    @Test
    void anAddressAnswersWithAMessageOrAStream() throws Exception {
        var heard = new CopyOnWriteArrayList<Map<String, String>>();
        var forgets = new AtomicBoolean();
        var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext(
                "/mcp",
                exchange -> {
                    var headers = new HashMap<String, String>();
                    exchange.getRequestHeaders()
                            .forEach((name, values) -> headers.put(name, values.getFirst()));
                    heard.add(headers);
                    if (headers.containsKey("Mcp-session-id") && forgets.getAndSet(false)) {
                        exchange.sendResponseHeaders(404, -1);
                        exchange.close();
                        return;
                    }
                    var message =
                            JsonRpc.parse(
                                    new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                    exchange.getResponseHeaders().set("Mcp-Session-Id", "s1");
                    if (message instanceof JsonRpc.Request(var id, var method, var params)) {
                        var line =
                                new JsonRpc.Response(id, SmallServer.answer(method, params)).line();
                        var isStream = method.equals("tools/call");
                        var body =
                                isStream ? ": hi\n\nevent: message\ndata: " + line + "\n\n" : line;
                        exchange.getResponseHeaders()
                                .set(
                                        "Content-Type",
                                        isStream ? "text/event-stream" : "application/json");
                        exchange.sendResponseHeaders(200, 0);
                        exchange.getResponseBody().write(body.getBytes(UTF_8));
                    } else {
                        exchange.sendResponseHeaders(202, -1);
                    }
                    exchange.close();
                });
        http.start();
        try {
            var url = "http://127.0.0.1:" + http.getAddress().getPort() + "/mcp";
            var server =
                    new ToolServer(
                            null,
                            List.of(),
                            Map.of(),
                            url,
                            Map.of("Authorization", "Bearer ${KEY}"));
            var tools = servers.of("r/ada", temp, Map.of("docs", server));
            assertThat(call(tools, "docs_echo", Duration.ofMinutes(1)).text())
                    .startsWith("You said hello");
            assertThat(heard)
                    .allSatisfy(headers ->
                            assertEquals("Bearer opensesame", headers.get("Authorization")));
            assertFalse(heard.getFirst().containsKey("Mcp-session-id"));
            assertEquals("s1", heard.getLast().get("Mcp-session-id"));

            forgets.set(true);
            assertThat(call(tools, "docs_echo", Duration.ofMinutes(1)).text())
                    .contains("answered 404");
            assertThat(call(tools, "docs_echo", Duration.ofMinutes(1)).text())
                    .startsWith("You said hello");
        } finally {
            http.stop(0);
        }
    }

    @Test
    void whatCannotBeReachedIsSaid() {
        assertThatThrownBy(() ->
                        servers.of(
                                "r/ada",
                                temp,
                                Map.of("docs", ToolServer.command("no-such-program"))))
                .hasMessageContaining("no-such-program");
        assertThatThrownBy(() ->
                        servers.of(
                                "r/ada",
                                temp,
                                Map.of("docs", ToolServer.at("http://127.0.0.1:1/mcp"))))
                .hasMessageContaining("The MCP server docs failed");
        var needy = new ToolServer("sh", List.of(), Map.of("A", "${MISSING}"), null, Map.of());
        assertThatThrownBy(() -> servers.of("r/ada", temp, Map.of("docs", needy)))
                .hasMessageContaining("needs the variable MISSING");
        assertThatThrownBy(() -> servers.of("r/ada", temp, Map.of("docs", ToolServer.of("true"))))
                .hasMessageContaining("it ended with code 0");
    }
}
