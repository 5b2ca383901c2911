package dev.parley.door.mcp;

import dev.parley.base.problem.Problem;
import dev.parley.wire.JsonRpc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// The tools of a Parley server that runs on this machine, over Streamable HTTP.
public final class ServerBackend implements McpBackend {
    private static final String DATA = "data: ";

    private final HttpClient client;
    private final URI address;
    private final String token;
    private final Path project;
    private final Optional<String> pass;

    /// @param pass what the client has if it is an agent of ours
    public ServerBackend(
            HttpClient client, URI address, String token, Path project, Optional<String> pass) {
        this.client = client;
        this.address = address;
        this.token = token;
        this.project = project;
        this.pass = pass;
    }

    @Override
    public JsonRpc.Message ask(JsonRpc.Request request, Consumer<JsonRpc.Notification> told)
            throws InterruptedException {
        var builder =
                HttpRequest.newBuilder(address)
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .header(McpDoor.PROJECT, McpHeaders.encoded(project.toString()))
                        .headers(McpHeaders.of(request).toArray(String[]::new))
                        .POST(HttpRequest.BodyPublishers.ofString(request.line()));
        pass.ifPresent(it -> builder.header(McpDoor.PASS, it));
        var http = builder.build();
        try {
            var answer = client.send(http, HttpResponse.BodyHandlers.ofInputStream());
            // Closing it tells the server that nobody waits any more.
            try (var body = answer.body()) {
                return isStream(answer)
                        ? last(body, told)
                        : read(new String(body.readAllBytes(), StandardCharsets.UTF_8))
                                .orElseThrow(() -> new IOException("no answer to the request"));
            }
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw new Problem(
                            Problem.Kind.AGENT_FAILED,
                            "The Parley server broke off: " + e.getMessage() + ".",
                            "If it was started again, call again: a job that ran there is"
                                    + " found with poll_job.")
                    .causedBy(e);
        }
    }

    private static boolean isStream(HttpResponse<InputStream> answer) {
        return answer.headers()
                .firstValue("Content-Type")
                .filter(type -> type.startsWith("text/event-stream"))
                .isPresent();
    }

    private static JsonRpc.Message last(InputStream body, Consumer<JsonRpc.Notification> told)
            throws IOException, InterruptedException {
        try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                var message =
                        line.startsWith(DATA)
                                ? read(line.substring(DATA.length()))
                                : Optional.<JsonRpc.Message>empty();
                if (message.isPresent()) {
                    if (!(message.get() instanceof JsonRpc.Notification notification)) {
                        return message.get();
                    }
                    told.accept(notification);
                }
            }
        }
        throw new IOException("the stream ended without an answer");
    }

    private static Optional<JsonRpc.Message> read(String json) {
        return JsonRpc.parse(json) instanceof JsonRpc.Message message
                ? Optional.of(message)
                : Optional.empty();
    }
}
