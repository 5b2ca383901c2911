package dev.parley.tool.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.wire.JsonRpc;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/// A server behind an address, spoken to over Streamable HTTP: each message is a POST, what comes
/// back is one message or a stream of events. Nobody is followed elsewhere with the headers.
final class HttpLink implements ServerLink {
    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final String SESSION = "Mcp-Session-Id";

    private final URI address;
    private final Map<String, String> headers;
    private final Listener listener;
    private final HttpClient client =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
    private volatile @Nullable String session;

    HttpLink(URI address, Map<String, String> headers, Listener listener) {
        this.address = address;
        this.headers = headers;
        this.listener = listener;
    }

    @Override
    public void send(JsonRpc.Message message) {
        Thread.startVirtualThread(() -> {
            try {
                post(message);
            } catch (IOException | IllegalArgumentException e) {
                failed(message, address + " cannot be asked: " + e);
                listener.ended("it could not be reached"); // the next call begins anew
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void post(JsonRpc.Message message) throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(address)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(HttpRequest.BodyPublishers.ofString(message.line()));
        headers.forEach(request::setHeader);
        var known = session;
        if (known != null) {
            request.header(SESSION, known)
                    .header("MCP-Protocol-Version", ServerConversation.REVISION);
        }
        var answer =
                client.send(
                        request.build(),
                        HttpResponse.BodyHandlers.limiting(
                                HttpResponse.BodyHandlers.ofInputStream(), LONGEST));
        try (var body = answer.body()) {
            if (answer.statusCode() / 100 != 2) {
                failed(message, address + " answered " + answer.statusCode() + ".");
                if (known != null && answer.statusCode() == 404) {
                    listener.ended("it has forgotten the session");
                }
                return;
            }
            answer.headers().firstValue(SESSION).ifPresent(it -> session = it);
            var type = answer.headers().firstValue("Content-Type").orElse("");
            if (type.startsWith("text/event-stream")) {
                events(body);
            } else if (answer.statusCode() != 202) {
                listener.heard(JsonRpc.parse(new String(body.readAllBytes(), UTF_8)));
            }
            if (message instanceof JsonRpc.Request(var id, _, _)) {
                // Whoever waits still was not answered; whoever was hears nothing of this.
                listener.heard(refusal(id, address + " said nothing."));
            }
        }
    }

    private void events(InputStream body) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(body, UTF_8));
        var data = new StringBuilder();
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("data:")) {
                data.append(line.substring("data:".length())).append('\n');
            } else if (line.isEmpty() && !data.isEmpty()) {
                listener.heard(JsonRpc.parse(data.toString().strip()));
                data.setLength(0);
            }
        }
    }

    private void failed(JsonRpc.Message message, String why) {
        if (message instanceof JsonRpc.Request(var id, _, _)) {
            listener.heard(refusal(id, why));
        }
    }

    private static JsonRpc refusal(tools.jackson.databind.JsonNode id, String why) {
        return JsonRpc.ErrorResponse.to(id, JsonRpc.INTERNAL_ERROR, why);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
