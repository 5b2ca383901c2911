package dev.parley.door.mcp;

import dev.parley.tool.McpConversation;
import dev.parley.wire.JsonRpc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// The tools in this process, for a client that works in a project.
public final class LocalBackend implements McpBackend {
    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(5);

    private final McpDoor door;
    private final Path project;
    private final Optional<String> pass;

    /// @param pass what the client has if it is an agent of ours
    public LocalBackend(McpDoor door, Path project, Optional<String> pass) {
        this.door = door;
        this.project = project;
        this.pass = pass;
    }

    @Override
    public JsonRpc.Message ask(JsonRpc.Request request, Consumer<JsonRpc.Notification> told)
            throws InterruptedException {
        var conversation =
                new McpConversation(
                        door.server(), door.client(Optional.of(project), pass), PROGRESS_EVERY);
        var messages = new LinkedBlockingQueue<JsonRpc.Message>();
        conversation.receive(request, messages::add, () -> {});
        try {
            while (true) {
                var message = messages.take();
                if (!(message instanceof JsonRpc.Notification notification)) {
                    return message;
                }
                told.accept(notification);
            }
        } catch (InterruptedException e) {
            conversation.cancel(request.id());
            throw e;
        }
    }
}
