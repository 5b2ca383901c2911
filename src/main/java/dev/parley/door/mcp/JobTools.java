package dev.parley.door.mcp;

import dev.parley.api.Job;
import dev.parley.api.JobState;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.event.ToolResult;
import dev.parley.tool.McpAsking;
import dev.parley.tool.McpTasks;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolRegistry;
import dev.parley.wire.McpJson;
import dev.parley.work.Jobs;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Tools for work that takes longer than one call.
final class JobTools {
    private final Jobs jobs;
    private final ToolRegistry registry;
    private final List<String> longOnes;

    /// @param registry has the tools that jobs call
    /// @param longOnes the names of those
    JobTools(Jobs jobs, ToolRegistry registry, List<String> longOnes) {
        this.jobs = jobs;
        this.registry = registry;
        this.longOnes = List.copyOf(longOnes);
    }

    void registerWith(ToolCatalog catalog) {
        registry.registerBuiltIn(catalog.tool("start_job", this::start));
        registry.registerBuiltIn(catalog.tool("poll_job", this::poll));
        registry.registerBuiltIn(catalog.tool("cancel_job", this::cancel));
    }

    private ToolResult start(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        var tool = arguments.text("tool");
        if (!longOnes.contains(tool)) {
            throw Problem.invalid(
                    "There is no tool \"" + tool + "\" that runs as a job.",
                    Closest.question(
                            tool, longOnes, "Possible are " + String.join(", ", longOnes) + "."));
        }
        var given = call.arguments().path("arguments");
        var order = new McpTasks.Order(arguments.owner(), arguments.place(), tool, given);
        var task =
                jobs.start(
                        order,
                        client ->
                                McpJson.of(
                                        registry.call(
                                                tool,
                                                new ToolCall(
                                                        call.caller(),
                                                        call.moment(),
                                                        given,
                                                        call.patience(),
                                                        client))),
                        call.client());
        jobs.handedOut(arguments.owner(), task.id());
        return shown(find(arguments.owner(), task.id()));
    }

    private ToolResult poll(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        var owner = arguments.owner();
        var id = arguments.text("job_id");
        // A question that is known already is not worth coming back for.
        var known = Set.copyOf(find(owner, id).requests().propertyNames());
        var wait = arguments.wait("wait_s", 30);
        // What the agent of an agent asks is for a person, not for the agent that polls.
        if (!wait.isZero() && call.caller().link().isEmpty() && jobs.runsHere(id)) {
            awaitAsking(call, owner, id, known, wait);
        } else {
            var _ = jobs.awaitJob(owner, id, known, wait);
        }
        var job = find(owner, id);
        if (job.state().isFinal()) {
            jobs.delivered(owner, id);
        }
        return shown(job);
    }

    /// Whoever polls is asked what the job asks: the call that began it is over. A form that a
    /// person has before him stays as long as the client can wait.
    private void awaitAsking(
            ToolCall call, String owner, String id, Set<String> known, Duration wait)
            throws InterruptedException {
        var began = System.nanoTime();
        var old = new HashSet<>(known);
        try (var asking = new McpAsking(jobs, owner, call.client())) {
            for (var task = jobs.find(owner, id);
                    task.isPresent() && !task.get().status().isFinal();
                    task = jobs.find(owner, id)) {
                var isNew = !old.containsAll(task.get().requests().keySet());
                var isAsked = asking.ask(task.get());
                var most = asking.isOpen() ? call.patience() : wait;
                var left =
                        Duration.ofNanos(Math.max(0, began + most.toNanos() - System.nanoTime()));
                if (left.isZero() || (isNew && !isAsked)) {
                    return;
                }
                old.addAll(asking.known());
                var pause = left.compareTo(McpAsking.LOOK_AGAIN) < 0 ? left : McpAsking.LOOK_AGAIN;
                var _ = jobs.await(owner, id, old, asking.isOpen() ? pause : left);
            }
        }
    }

    private ToolResult cancel(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        var id = arguments.text("job_id");
        find(arguments.owner(), id);
        jobs.cancel(arguments.owner(), id);
        return shown(jobs.awaitJob(arguments.owner(), id, Set.of(), arguments.wait("wait_s", 5)));
    }

    private Job find(String owner, String id) throws InterruptedException {
        return jobs.findJob(owner, id)
                .orElseThrow(() ->
                        Problem.notFound(
                                "There is no job \"" + id + "\".",
                                "Use the job_id that a call gave; jobs are forgotten after a week."));
    }

    private static ToolResult shown(Job job) {
        var json =
                Json.object()
                        .put("job_id", job.id())
                        .put("tool", job.tool())
                        .put("status", job.state().wireName())
                        .put("created_at", job.createdAt().toString())
                        .put("updated_at", job.updatedAt().toString());
        if (!job.message().isEmpty()) {
            json.put("message", job.message());
        }
        if (job.state() == JobState.WAITING) {
            var waiting = json.putArray("waiting_for");
            job.requests()
                    .valueStream()
                    .forEach(request ->
                            waiting.add(request.path("params").path("message").asString("")));
        }
        addOutcome(json, job);
        return ToolResult.structure(json);
    }

    /// For a call that goes on without its caller.
    static ObjectNode handle(String id) {
        return Json.object()
                .put("status", "running")
                .put("job_id", id)
                .put(
                        "summary",
                        "This takes longer than one call may. It goes on as job "
                                + id
                                + ": call poll_job with this job_id until it is done.");
    }

    private static void addOutcome(ObjectNode json, Job job) {
        var result = job.result();
        if (result != null) {
            var isError = result.path("isError").asBoolean(false);
            json.put("is_error", isError);
            // The structure says everything; only without one there is nothing but text.
            json.set(
                    "result",
                    result.path("structuredContent").isObject()
                            ? result.path("structuredContent")
                            : Json.object()
                                    .put(
                                            "text",
                                            result.path("content")
                                                    .path(0)
                                                    .path("text")
                                                    .asString("")));
        }
        var error = job.error();
        if (error != null) {
            json.put("error", error.path("message").asString(""));
        }
    }
}
