package dev.parley.provider.demo;

import dev.parley.base.json.Json;
import dev.parley.base.thread.Interruptible;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.node.NullNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// The demo agent over ACP. The calling thread owns the sessions and handles one line after the
/// other, each turn has a virtual thread, and a daemon thread waits for input, so that a crash can
/// end the agent while nobody says anything.
final class DemoAcpAgent {
    private sealed interface Signal {
        record Heard(String line) implements Signal {}

        record InputEnded() implements Signal {}

        record Crashed(DemoPlayer.End.Crashed crash) implements Signal {}
    }

    private final BlockingQueue<Signal> inbox = new ArrayBlockingQueue<>(256);
    private final DemoPeer peer;
    private final PrintStream err;
    private final DemoAcpMethods methods;

    DemoAcpAgent(DemoLines out, PrintStream err, DemoSessions sessions, Duration pause) {
        this.peer = new DemoPeer(out);
        this.err = err;
        this.methods =
                new DemoAcpMethods(
                        peer, err, sessions, pause, crash -> signal(new Signal.Crashed(crash)));
    }

    /// Serves until the input ends; turns that still run then are cancelled.
    ///
    /// @return the exit code
    int run(InputStream in) {
        Thread.ofPlatform().daemon().name("demo-stdin").start(() -> listen(in));
        try {
            while (true) {
                switch (inbox.take()) {
                    case Signal.Heard(var line) -> hear(line);
                    case Signal.InputEnded() -> {
                        methods.stop();
                        return 0;
                    }
                    case Signal.Crashed(var crash) -> {
                        err.println(crash.lastWords());
                        return crash.exitCode();
                    }
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private void listen(InputStream in) {
        try (var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                signal(new Signal.Heard(line));
            }
        } catch (IOException e) {
            err.println("The demo agent cannot read its input: " + e);
        }
        signal(new Signal.InputEnded());
    }

    private void signal(Signal signal) {
        Interruptible.quietly(() -> inbox.put(signal));
    }

    private void hear(String line) {
        switch (JsonRpc.parse(line)) {
            case JsonRpc.Request request -> methods.answer(request);
            case JsonRpc.Notification(var method, var params) -> methods.hear(method, params);
            case JsonRpc.Response(var id, var result) -> peer.answered(id, result);
            case JsonRpc.ErrorResponse error -> peer.answered(error.id(), Json.object());
            case JsonRpc.Malformed(var text, var reason) -> complain(text, reason);
        }
    }

    private void complain(String text, String reason) {
        if (!text.isBlank()) {
            var isJson = Json.parse(text).isPresent();
            peer.send(
                    JsonRpc.ErrorResponse.to(
                            NullNode.getInstance(),
                            isJson ? JsonRpc.INVALID_REQUEST : JsonRpc.PARSE_ERROR,
                            reason));
        }
    }
}
