package dev.parley.door.mcp;

import dev.parley.api.ChainLink;
import dev.parley.event.ToolResult;
import dev.parley.tool.CallingClient;
import dev.parley.tool.McpTasks;
import dev.parley.tool.Tool;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolRegistry;
import dev.parley.wire.McpJson;
import dev.parley.wire.ToolDefinition;
import dev.parley.work.Jobs;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/// The tools of an agent that works for somebody and may ask others: who calls is known without a
/// word of the agent's. What takes longer than its CLI waits becomes a job.
final class LentTools {
    /// What an agent needs to ask others, and nothing else: each tool costs its model attention.
    private static final List<String> NAMES =
            List.of(
                    "consult_with",
                    "work_with",
                    "group_think",
                    "poll_job",
                    "cancel_job",
                    "search_project_history");

    private static final Duration MARGIN = Duration.ofSeconds(10);

    private final ToolRegistry all;
    private final Jobs jobs;
    private final ChainLink link;

    LentTools(ToolRegistry all, Jobs jobs, ChainLink link) {
        this.all = all;
        this.jobs = jobs;
        this.link = link;
    }

    ToolRegistry registry() {
        var registry = new ToolRegistry();
        all.definitions().stream()
                .filter(one -> NAMES.contains(one.name()))
                .forEach(one -> registry.registerForeign(new Lent(one))); // checked where they run
        return registry;
    }

    private final class Lent implements Tool {
        private final ToolDefinition definition;

        Lent(ToolDefinition definition) {
            this.definition = definition;
        }

        @Override
        public ToolDefinition definition() {
            return definition;
        }

        @Override
        public ToolResult call(ToolCall call) throws InterruptedException {
            var own = by(call, call.client());
            return all.isLong(definition.name()) ? await(own) : all.call(definition.name(), own);
        }

        private ToolCall by(ToolCall call, CallingClient client) {
            return new ToolCall(
                    call.caller().linked(link.id()),
                    call.moment(),
                    call.arguments(),
                    call.patience(),
                    client);
        }

        /// As long as the CLI of the caller waits; then it gets a handle.
        private ToolResult await(ToolCall call) throws InterruptedException {
            var owner = McpDoor.owner(link.id());
            var place = call.caller().project().toString();
            var order = new McpTasks.Order(owner, place, definition.name(), call.arguments());
            // What the other agent asks is for a person, not for the agent that asked it to work.
            var job =
                    jobs.start(
                            order,
                            worker -> McpJson.of(all.call(definition.name(), by(call, worker))),
                            CallingClient.SILENT);
            var patience = call.patience().minus(MARGIN);
            try {
                var ended = jobs.awaitJob(owner, job.id(), Set.of(), patience);
                if (!ended.state().isFinal()) {
                    jobs.handedOut(owner, job.id());
                    return ToolResult.structure(JobTools.handle(job.id()));
                }
                jobs.delivered(owner, job.id());
                return result(ended.result(), ended.error());
            } catch (InterruptedException e) {
                jobs.abandon(owner, job.id());
                throw e;
            }
        }

        private static ToolResult result(@Nullable JsonNode result, @Nullable JsonNode error) {
            if (result == null) {
                return ToolResult.error(
                        error == null ? "It was cancelled." : error.path("message").asString(""));
            }
            var text = result.path("content").path(0).path("text").asString("");
            var isError = result.path("isError").asBoolean(false);
            return result.path("structuredContent").isObject()
                    ? new ToolResult(text, result.path("structuredContent"), isError)
                    : isError ? ToolResult.error(text) : ToolResult.text(text);
        }
    }
}
