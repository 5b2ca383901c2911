package dev.parley.tool;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.McpJson;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.Objects;

/// `tools/call` and `tasks/*`. Work that takes long is a task: a client that knows tasks gets it at
/// once, another one waits for it as long as it can and then gets the handle of a job.
final class McpCalls {
    private McpCalls() {}

    static ObjectNode call(McpServer.Client client, McpPeer peer, JsonNode params)
            throws InterruptedException {
        var tools = client.features().tools();
        var name = params.path("name").asString("");
        if (tools.findSchema(name).isEmpty()) {
            throw McpError.invalid("Unknown tool: " + name);
        }
        var given = params.path("arguments");
        var arguments = given.isMissingNode() || given.isNull() ? Json.object() : given;
        return switch (tools.call(name, arguments, peer)) {
            case McpTools.Outcome.Done(var result) -> result;
            case McpTools.Outcome.Later(var work, var isTaskOnly) -> {
                var tasks = client.features().tasks();
                var order = new McpTasks.Order(client.principal(), client.place(), name, arguments);
                if (peer.knowsTasks() && tasks.isPresent()) {
                    var task = tasks.get().start(order, work, peer);
                    tasks.get().handedOut(client.principal(), task.id());
                    yield task.seed().put("resultType", "task");
                }
                if (isTaskOnly) {
                    throw missingTasks();
                }
                yield tasks.isPresent()
                        ? await(tasks.get(), order, work, peer, client.patience().apply(peer))
                        : work.run(peer);
            }
        };
    }

    private static McpError missingTasks() {
        var needed = Json.object();
        needed.putObject("extensions").putObject(McpPeer.TASKS);
        return McpError.missing(needed);
    }

    /// What the task asks for meanwhile is asked of the client, as far as it can answer.
    private static ObjectNode await(
            McpTasks tasks,
            McpTasks.Order order,
            McpTools.Work work,
            McpPeer peer,
            Duration patience)
            throws InterruptedException {
        var owner = order.owner();
        var id = peer.job().isPresent() ? peer.job().get() : tasks.start(order, work, peer).id();
        peer.job(id);
        var until = System.nanoTime() + patience.toNanos();
        try (var asking = new McpAsking(tasks, owner, peer)) {
            while (true) {
                var left = Duration.ofNanos(Math.max(0, until - System.nanoTime()));
                var isAsking = asking.isOpen();
                var task =
                        tasks.await(
                                owner, id, asking.known(), isAsking ? McpAsking.LOOK_AGAIN : left);
                switch (task.status()) {
                    case COMPLETED -> {
                        tasks.delivered(owner, id);
                        return Objects.requireNonNull(task.result());
                    }
                    case FAILED -> {
                        tasks.delivered(owner, id);
                        throw failure(Objects.requireNonNull(task.error()));
                    }
                    case CANCELLED -> {
                        return McpJson.of(ToolResult.error("The job " + id + " was cancelled."));
                    }
                    case WORKING, INPUT_REQUIRED -> {
                        // A client whose person has our question before them waits for that.
                        if (!asking.ask(task) && !isAsking && left.isZero()) {
                            tasks.handedOut(owner, id);
                            return handle(task);
                        }
                    }
                }
            }
        } catch (InterruptedException e) {
            tasks.abandon(owner, id);
            throw e;
        }
    }

    private static McpError failure(ObjectNode error) {
        return new McpError(
                error.path("code").asInt(JsonRpc.INTERNAL_ERROR),
                error.path("message").asString(""),
                error.get("data"));
    }

    private static ObjectNode handle(McpTask task) {
        var waits = task.status() == McpTask.Status.INPUT_REQUIRED;
        var structure =
                Json.object()
                        .put("status", waits ? "waiting_for_approval" : "running")
                        .put("job_id", task.id())
                        .put(
                                "summary",
                                "This takes longer than one call may. It goes on as job "
                                        + task.id()
                                        + ": call poll_job with this job_id until its status is neither"
                                        + " running nor waiting_for_approval. Calling again with the"
                                        + " same arguments waits for the same job."
                                        + (task.message().isEmpty()
                                                ? ""
                                                : " Last heard: " + task.message() + "."));
        return McpJson.of(ToolResult.structure(structure));
    }

    static ObjectNode task(McpServer.Client client, McpPeer peer, JsonRpc.Request request)
            throws InterruptedException {
        var tasks =
                client.features().tasks().orElseThrow(() -> McpError.noMethod(request.method()));
        if (!peer.knowsTasks()) {
            throw missingTasks();
        }
        var owner = client.principal();
        var id = request.params().path("taskId").asString("");
        var task = tasks.find(owner, id).orElseThrow(() -> McpError.invalid("Unknown task: " + id));
        return switch (request.method()) {
            case "tasks/get" -> {
                if (task.status().isFinal()) {
                    tasks.delivered(owner, id);
                }
                yield task.detailed();
            }
            case "tasks/update" -> {
                tasks.answer(owner, id, McpPeer.responses(request.params().path("inputResponses")));
                yield Json.object();
            }
            default -> {
                tasks.cancel(owner, id);
                yield Json.object();
            }
        };
    }
}
