package dev.parley.tool;

import dev.parley.api.Subscription;
import dev.parley.base.json.Json;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;

/// One `subscriptions/listen`: says what it will tell, and tells it until the client goes.
final class McpListening {
    private final McpServer.Client client;
    private final McpPeer peer;
    private final JsonRpc.Request request;
    private final Set<McpChanges.Kind> kinds = EnumSet.noneOf(McpChanges.Kind.class);
    private final Set<String> taskIds = new HashSet<>();
    // Whoever reports a change must not wait for a client. One entry for each change that a person
    // or a task makes, so there are never many.
    private final LinkedBlockingQueue<Runnable> news = new LinkedBlockingQueue<>();

    McpListening(McpServer.Client client, McpPeer peer, JsonRpc.Request request) {
        this.client = client;
        this.peer = peer;
        this.request = request;
    }

    /// @return never normally: the thread is interrupted when the client has gone
    ObjectNode untilInterrupted() throws InterruptedException {
        var accepted = accept(request.params().path("notifications"));
        var subscriptions = new ArrayList<Subscription>();
        try {
            client.features()
                    .changes()
                    .ifPresent(changes -> subscriptions.add(changes.listen(this::hear)));
            client.features()
                    .tasks()
                    .ifPresent(tasks -> subscriptions.add(tasks.onChange(this::hear)));
            var acknowledged = Json.object();
            acknowledged.set("notifications", accepted);
            tell("notifications/subscriptions/acknowledged", acknowledged);
            while (true) {
                news.take().run();
            }
        } finally {
            subscriptions.forEach(Subscription::close);
        }
    }

    /// What of the wishes can be fulfilled.
    private ObjectNode accept(JsonNode wishes) throws InterruptedException {
        var accepted = Json.object();
        for (var kind : McpChanges.Kind.values()) {
            if (client.features().changes().isPresent()
                    && wishes.path(kind.filter()).asBoolean(false)) {
                kinds.add(kind);
                accepted.put(kind.filter(), true);
            }
        }
        var tasks = client.features().tasks();
        if (!wishes.path("taskIds").isEmpty()) {
            if (!peer.knowsTasks()) {
                var needed = Json.object();
                needed.putObject("extensions").putObject(McpPeer.TASKS);
                throw McpError.missing(needed);
            }
            var known = accepted.putArray("taskIds");
            for (var id : wishes.path("taskIds")) {
                if (tasks.isPresent()
                        && tasks.get().find(client.principal(), id.asString("")).isPresent()) {
                    taskIds.add(id.asString(""));
                    known.add(id);
                }
            }
        }
        return accepted;
    }

    private void hear(McpChanges.Kind kind) {
        if (kinds.contains(kind)) {
            news.add(() -> tell(kind.notification(), Json.object()));
        }
    }

    private void hear(McpTask task) {
        if (taskIds.contains(task.id())) {
            news.add(() -> tell("notifications/tasks", task.detailed()));
        }
    }

    private void tell(String method, ObjectNode params) {
        params.putObject("_meta").set(McpPeer.META + "subscriptionId", request.id());
        peer.tell(method, params);
    }
}
