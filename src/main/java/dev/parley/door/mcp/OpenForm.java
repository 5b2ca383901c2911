package dev.parley.door.mcp;

import dev.parley.base.thread.Interruptible;
import dev.parley.tool.CallingClient;
import dev.parley.tool.ClientRequest;
import dev.parley.tool.McpError;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A question that a client has before it. Closing it withdraws the question.
final class OpenForm implements AutoCloseable {
    private static final Duration WITHDRAWAL = Duration.ofSeconds(1);

    private final CompletableFuture<Map<String, JsonNode>> answers = new CompletableFuture<>();
    private final Thread asking;

    OpenForm(CallingClient client, Map<String, ClientRequest> requests) {
        asking =
                Thread.ofVirtual()
                        .name("mcp-form")
                        .start(() -> {
                            try {
                                answers.complete(client.askOnce(requests));
                            } catch (InterruptedException e) {
                                answers.completeExceptionally(e); // nobody needs it any more
                            } catch (RuntimeException e) {
                                answers.completeExceptionally(e);
                            }
                        });
    }

    /// @return whether there is an answer
    boolean await(Duration atMost) throws InterruptedException {
        try {
            var _ = answers.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    /// After [#await] has said that they are there.
    Map<String, JsonNode> answers() {
        return answers.join();
    }

    private static RuntimeException failure(@Nullable Throwable cause) {
        return cause instanceof RuntimeException fault
                ? fault
                : McpError.invalid("The client cannot be asked.");
    }

    /// The client hears of it before it hears the answer to its call.
    @Override
    public void close() {
        asking.interrupt();
        Interruptible.quietly(() -> {
            var _ = asking.join(WITHDRAWAL);
        });
    }
}
