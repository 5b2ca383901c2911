package dev.parley.door.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.base.json.Json;
import dev.parley.testing.ParleyServer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Whatever is sent, the answer is a refusal in the form of the door it was sent to.
class MalformedRequestTest {
    @TempDir static Path directory;

    private static ParleyServer server;

    @BeforeAll
    static void open() throws IOException {
        server = new ParleyServer(directory, "TEXT", "echo hello");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    static Stream<String> bodies() {
        return Stream.of(
                "",
                "null",
                "[]",
                "1",
                "\"x\"",
                "{",
                "{\"prompt\":",
                "{\"a\":1}x",
                "\u00ff\u00fe{}",
                "{\"prompt\":{\"a\":1}}",
                "{\"prompt\":[\"x\"]}",
                "{\"permission\":\"all\"}",
                "{\"directories\":\"x\"}",
                "{\"directories\":[1,null,{}]}",
                "{\"provider\":[]}",
                "{\"timeout\":{}}",
                "{\"model\":\"x\",\"messages\":\"y\"}",
                "{\"model\":\"x\",\"messages\":[1]}",
                "{\"model\":\"x\",\"input\":7}",
                "{\"columns\":99999999999999,\"rows\":1}",
                "{\"columns\":1e400}",
                "[".repeat(3000),
                "{\"a\":".repeat(2000));
    }

    static List<String> requests() {
        var all = new ArrayList<String>();
        for (var path :
                List.of(
                        "/api/run",
                        "/api/live",
                        "/api/terminals",
                        "/v1/chat/completions",
                        "/v1/responses")) {
            bodies().forEach(body -> all.add(post(path, "Content-Length: " + body.length(), body)));
            for (var chunk :
                    List.of("zz\r\n", "-1\r\n", "FFFFFFFFFFFFFFFFF\r\n", "5\r\nab", "\r\n")) {
                all.add(post(path, "Transfer-Encoding: chunked", chunk));
            }
            all.add(post(path, "Content-Length: 100", "{}"));
            all.add(post(path, "Content-Length: -1", ""));
            all.add(post(path, "Content-Length: x", ""));
            all.add(post(path, "Transfer-Encoding: gzip", "x"));
            all.add(post(path, "Expect: 42\r\nContent-Length: 2", "{}"));
            all.add(post(path, "X: " + "x".repeat(20_000), ""));
        }
        for (var line :
                List.of(
                        "GET /% HTTP/1.1",
                        "GET /v1/models/%ff HTTP/1.1",
                        "GET /api/search?q=%zz HTTP/1.1",
                        "GET /api/search?q=%ff HTTP/1.1",
                        "GET /api/sessions?limit=99999999999999 HTTP/1.1",
                        "GET /a%00b HTTP/1.1",
                        "GET /api/..;/x HTTP/1.1",
                        "GET // HTTP/1.1",
                        "GET /" + "a".repeat(9000) + " HTTP/1.1",
                        "GET / HTTP/9.9",
                        "PUT /api/run HTTP/1.1",
                        "CONNECT /api/run HTTP/1.1",
                        "FOO /v1/models HTTP/1.1",
                        "\u0016\u0003\u0001")) {
            all.add(line + "\r\n" + head("X: y") + "\r\n");
        }
        all.add("GET /ws HTTP/1.1\r\n" + head("Upgrade: websocket") + "\r\n");
        return all;
    }

    private static String post(String path, String header, String body) {
        return "POST "
                + path
                + " HTTP/1.1\r\n"
                + head("Content-Type: application/json\r\n" + header)
                + "\r\n"
                + body;
    }

    private static String head(String more) {
        return "Host: 127.0.0.1\r\nAuthorization: Bearer TOKEN\r\n" + more + "\r\n";
    }

    @ParameterizedTest
    @MethodSource("requests")
    void isRefusedInTheFormOfItsDoor(String request) throws IOException {
        var answer = answer(request.replace("TOKEN", server.token()));
        var head = answer.substring(0, answer.indexOf("\r\n\r\n"));
        var body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
        assertThat(head).matches("(?s)HTTP/1.1 (4\\d\\d|505) .*");
        assertThat(body)
                .doesNotContain(
                        "<html", "java.", "dev.parley", "jackson", "JsonToken", "Exception");
        var json = Json.parseObject(body).orElseThrow();
        if (json.has("error")) {
            assertThat(json.path("error").path("message").asString()).isNotEmpty();
        } else {
            assertThat(head).contains("application/problem+json");
            assertThat(json.path("title").asString()).isNotEmpty();
            assertThat(head).contains(" " + json.path("status").asInt() + " ");
        }
    }

    private static String answer(String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
