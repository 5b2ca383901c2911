package dev.parley;

import dev.parley.base.json.Json;
import dev.parley.door.http.Token;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Goes in by every door of a server once, for [Training].
final class TrainingVisit implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    /// What the page, commands and other programs look at.
    private static final List<String> LOOKS =
            List.of(
                    "/healthz",
                    "/",
                    "/metrics",
                    "/v1/models",
                    "/api/models",
                    "/api/providers",
                    "/api/sessions?limit=50",
                    "/api/sessions/claude/training",
                    "/api/usage",
                    "/api/search?q=error&limit=20",
                    "/api/search?q=err*",
                    "/api/view/claude:training",
                    "/api/view/claude:training/export",
                    "/api/marks",
                    "/api/inbox",
                    "/api/tickets",
                    "/api/settings",
                    "/api/rules",
                    "/api/live",
                    "/api/approvals",
                    "/api/terminals",
                    "/api/rooms",
                    "/api/agents",
                    "/api/room-templates",
                    "/api/worktrees",
                    "/api/races",
                    "/api/moves",
                    "/api/devices");

    private static final String MESSAGES =
            "\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]";

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI link;
    private final String token;
    private final Path home;
    private final List<String> failures;

    /// @param link signs a browser in
    /// @param failures hears what did not go as it should
    TrainingVisit(URI link, App app, Path home, List<String> failures) {
        this.link = link;
        this.home = home;
        this.failures = failures;
        token = Token.in(app.directories().tokenFile()).value();
    }

    void all() throws IOException, InterruptedException {
        send(HttpRequest.newBuilder(link));
        LOOKS.forEach(this::look);
        var chat = "{\"model\":\"trained\"," + MESSAGES;
        post("/v1/chat/completions", chat + "}");
        post("/v1/chat/completions", chat + ",\"stream\":true}");
        post("/v1/responses", "{\"model\":\"trained\",\"input\":\"hello\"}");
        post("/api/run", request("stub").put("prompt", "hello"));
        post(
                "/api/tickets",
                Json.object().put("title", "A ticket").put("project", home.toString()));
        look("/api/tickets");
        mcp();
        live();
    }

    private void mcp() {
        post(
                "/mcp",
                """
                {"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"training","version":"1"}}}
                """);
        post("/mcp", "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/list\"}");
        post(
                "/mcp",
                """
                {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"list_sessions","arguments":{}}}
                """);
    }

    /// A turn of a live session, watched over the WebSocket as by the page.
    private void live() throws IOException, InterruptedException {
        var started = post("/api/live", request("demo").put("permission", "edit"));
        var id = started.path("id").asString();
        var heard = new Heard("turn.end");
        var socket =
                client.newWebSocketBuilder()
                        .header("Authorization", "Bearer " + token)
                        .buildAsync(URI.create("ws://" + link.getAuthority() + "/ws"), heard)
                        .join();
        for (var message :
                List.of(
                        "{\"type\":\"hello\",\"version\":1}",
                        "{\"type\":\"sessions.fetch\"}",
                        "{\"type\":\"inbox.follow\"}",
                        "{\"type\":\"tickets.follow\"}",
                        "{\"type\":\"session.follow\",\"sessionId\":\"" + id + "\"}")) {
            socket.sendText(message, true).join();
        }
        post(
                "/api/live/" + id + "/actions",
                "{\"type\":\"prompt\",\"text\":\"think and use a tool\"}");
        if (!heard.await()) {
            failures.add("No turn of " + started + " ended: " + heard.text);
        }
        look("/api/live/" + id);
        look("/api/view/" + id);
        look("/api/live/" + id + "/changes");
        send(at("/api/live/" + id).DELETE());
        socket.abort();
    }

    private ObjectNode request(String provider) {
        var cwd = TrainingFiles.repository(home);
        return Json.object().put("provider", provider).put("cwd", cwd.toString());
    }

    private void look(String path) {
        try {
            send(at(path));
        } catch (IOException e) {
            failures.add(path + ": " + e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode post(String path, JsonNode body) {
        return post(path, Json.write(body));
    }

    private JsonNode post(String path, String body) {
        try {
            var request =
                    at(path).header("Content-Type", "application/json")
                            .header("Accept", "application/json, text/event-stream")
                            .POST(HttpRequest.BodyPublishers.ofString(body));
            return Json.parseObject(send(request)).<JsonNode>map(it -> it).orElseGet(Json::object);
        } catch (IOException e) {
            failures.add(path + ": " + e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return Json.object();
    }

    private HttpRequest.Builder at(String path) {
        return HttpRequest.newBuilder(link.resolve(path))
                .header("Authorization", "Bearer " + token);
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var built = request.build();
        var answer = client.send(built, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 400) {
            failures.add(built.uri().getPath() + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    @Override
    public void close() {
        client.close();
    }

    /// Waits for a word.
    private static final class Heard implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();
        private final CountDownLatch latch = new CountDownLatch(1);
        private final String word;

        Heard(String word) {
            this.word = word;
        }

        boolean await() throws InterruptedException {
            return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean isLast) {
            text.append(data);
            if (text.indexOf(word) >= 0) {
                latch.countDown();
            }
            return WebSocket.Listener.super.onText(socket, data, isLast);
        }
    }
}
