package dev.parley.door.mcp;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// One client of `parley mcp`, in this process.
final class PipedClient implements AutoCloseable {
    private final OutputStream to;
    private final BufferedReader from;
    private int asked;

    /// @param pass what an agent has
    PipedClient(McpDoor door, Path project, Optional<String> pass, String capabilities)
            throws IOException {
        var there = Pipe.open();
        var back = Pipe.open();
        to = Channels.newOutputStream(there.sink());
        var input = Channels.newInputStream(there.source());
        var out =
                new PrintStream(
                        Channels.newOutputStream(back.sink()), true, StandardCharsets.UTF_8);
        from =
                new BufferedReader(
                        new InputStreamReader(
                                Channels.newInputStream(back.source()), StandardCharsets.UTF_8));
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        new StdioDoor(out, "1", () -> new LocalBackend(door, project, pass))
                                .run(input);
                    } catch (IOException | InterruptedException _) {
                        out.close();
                    }
                });
        ask(
                "initialize",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":%s,\"clientInfo\":{\"name\":\"claude\",\"version\":\"1\"}}"
                        .formatted(capabilities));
    }

    void send(String line) throws IOException {
        to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        to.flush();
    }

    JsonNode next() throws IOException {
        return Json.parse(from.readLine()).orElseThrow();
    }

    int say(String method, String params) throws IOException {
        asked++;
        send(
                "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
                        .formatted(asked, method, params));
        return asked;
    }

    JsonNode ask(String method, String params) throws IOException {
        var _ = say(method, params);
        return next();
    }

    JsonNode call(String tool, String arguments) throws IOException {
        return ask("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
    }

    @Override
    public void close() throws IOException {
        to.close();
    }
}
