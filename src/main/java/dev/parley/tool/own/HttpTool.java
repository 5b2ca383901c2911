package dev.parley.tool.own;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.wire.ToolDefinition;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// A tool behind an address: it gets its arguments by POST and answers with its result.
public final class HttpTool implements Tool {
    private final ToolFile.Declared declared;
    private final HttpClient client;
    private final long outputLimit;

    public HttpTool(ToolFile.Declared declared, HttpClient client, long outputLimit) {
        this.declared = declared;
        this.client = client;
        this.outputLimit = outputLimit;
    }

    @Override
    public ToolDefinition definition() {
        return declared.definition();
    }

    @Override
    public ToolResult call(ToolCall call) throws InterruptedException {
        var tool = declared.tool();
        var url = Objects.requireNonNull(tool.url());
        var request =
                HttpRequest.newBuilder(URI.create(url))
                        .timeout(tool.timeout())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(Json.write(call.arguments())))
                        .build();
        try {
            var answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (var body = answer.body()) {
                var bytes = body.readNBytes((int) Math.min(outputLimit + 1, Integer.MAX_VALUE - 8));
                if (bytes.length > outputLimit) {
                    return ToolResult.error("The answer of " + url + " is longer than it may be.");
                }
                var text = new String(bytes, StandardCharsets.UTF_8);
                return answer.statusCode() / 100 == 2
                        ? Answers.of(text)
                        : ToolResult.error(
                                url + " answered " + answer.statusCode() + ". " + text.strip());
            }
        } catch (HttpTimeoutException _) {
            return ToolResult.error(
                    url + " did not answer within " + tool.timeout().toSeconds() + " s.");
        } catch (IOException e) {
            return ToolResult.error(url + " cannot be reached: " + e.getMessage());
        }
    }
}
