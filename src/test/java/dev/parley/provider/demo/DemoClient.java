package dev.parley.provider.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.parley.base.json.Json;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A client of the demo agent's ACP side, at the other end of two pipes.
final class DemoClient {
    private static final int PATIENCE_SECONDS = 30;

    private final Pipe toAgent = Pipe.open();
    private final Pipe fromAgent = Pipe.open();
    private final PrintStream out =
            new PrintStream(Channels.newOutputStream(toAgent.sink()), true, StandardCharsets.UTF_8);
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private int lastId;

    DemoClient(Path home) throws IOException {
        var environment = Map.of("PARLEY_DEMO_HOME", home.toString(), "PARLEY_DEMO_PAUSE_MS", "1");
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try (var agentOut =
                            new PrintStream(Channels.newOutputStream(fromAgent.sink()), true)) {
                        exit.complete(
                                DemoAgent.run(
                                        Channels.newInputStream(toAgent.source()),
                                        agentOut,
                                        new PrintStream(err, true),
                                        environment,
                                        List.of("--acp")));
                    }
                });
        Thread.ofPlatform()
                .daemon()
                .start(() ->
                        new BufferedReader(
                                        Channels.newReader(
                                                fromAgent.source(), StandardCharsets.UTF_8))
                                .lines()
                                .forEach(lines::add));
    }

    void write(String line) {
        out.println(line);
    }

    int request(String method, JsonNode params) {
        write(new JsonRpc.Request(JsonRpc.id(++lastId), method, params).line());
        return lastId;
    }

    void cancel(String session) {
        write(new JsonRpc.Notification("session/cancel", DemoAcpJson.inSession(session)).line());
    }

    int prompt(String session, String text) {
        var params = DemoAcpJson.inSession(session);
        params.putArray("prompt").addObject().put("type", "text").put("text", text);
        return request("session/prompt", params);
    }

    String newSession(Path cwd) throws InterruptedException {
        return result(request("session/new", Json.object().put("cwd", cwd.toString())))
                .path("sessionId")
                .asString();
    }

    void answer(JsonRpc.Request question, String option) {
        var result = Json.object();
        result.putObject("outcome").put("outcome", "selected").put("optionId", option);
        write(new JsonRpc.Response(question.id(), result).line());
    }

    String line() throws InterruptedException {
        var line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertNotNull(line, "the agent says nothing more");
        return line;
    }

    /// Everything up to and with the next message of this type.
    List<JsonRpc> until(Class<? extends JsonRpc> type) throws InterruptedException {
        var heard = new ArrayList<JsonRpc>();
        do {
            heard.add(JsonRpc.parse(line()));
        } while (!type.isInstance(heard.getLast()));
        return heard;
    }

    <T extends JsonRpc> T next(Class<T> type) throws InterruptedException {
        return type.cast(until(type).getLast());
    }

    JsonNode result(int id) throws InterruptedException {
        var response = assertInstanceOf(JsonRpc.Response.class, next(JsonRpc.Message.class, id));
        return response.result();
    }

    JsonRpc.ErrorResponse error(int id) throws InterruptedException {
        return assertInstanceOf(JsonRpc.ErrorResponse.class, next(JsonRpc.Message.class, id));
    }

    private JsonRpc next(Class<? extends JsonRpc> type, int id) throws InterruptedException {
        while (true) {
            switch (next(type)) {
                case JsonRpc.Response response -> {
                    assertEquals(JsonRpc.id(id), response.id());
                    return response;
                }
                case JsonRpc.ErrorResponse error -> {
                    assertEquals(JsonRpc.id(id), error.id());
                    return error;
                }
                default -> {}
            }
        }
    }

    void endInput() {
        out.close();
    }

    int exitCode() throws Exception {
        return exit.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    void close() throws Exception {
        endInput();
        exitCode();
    }
}
