package dev.parley.tool.own;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.wire.ToolDefinition;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
        var timeout = tool.timeout(call);
        var url = Objects.requireNonNull(tool.url());
        var request =
                HttpRequest.newBuilder(URI.create(url))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(Json.write(call.arguments())))
                        .build();
        // The time limit of a request ends with the headers of its answer, so the whole is timed
        // here.
        var answer =
                client.sendAsync(
                        request,
                        HttpResponse.BodyHandlers.limiting(
                                HttpResponse.BodyHandlers.ofByteArray(), outputLimit));
        try {
            return result(url, answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException _) {
            return ToolResult.error(url + " did not answer within " + timeout.toSeconds() + " s.");
        } catch (ExecutionException e) {
            return ToolResult.error(
                    url
                            + " did not answer as it should: "
                            + Optional.ofNullable(e.getCause()).orElse(e));
        } finally {
            answer.cancel(true);
        }
    }

    private static ToolResult result(String url, HttpResponse<byte[]> answer) {
        var text = new String(answer.body(), StandardCharsets.UTF_8);
        var status = answer.statusCode();
        if (status / 100 == 2) {
            return Answers.of(text);
        }
        var elsewhere = answer.headers().firstValue("Location");
        return ToolResult.error(
                url
                        + " answered "
                        + status
                        + ". "
                        + elsewhere
                                .filter(_ -> status / 100 == 3)
                                .map(place ->
                                        "It points to "
                                                + place
                                                + ", where Parley does not follow. Put the right"
                                                + " address into the tool's file.")
                                .orElseGet(() -> Answers.shortened(text)));
    }
}
