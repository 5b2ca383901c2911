package dev.parley.door.mcp;

import dev.parley.api.ChainLink;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.event.ToolResult;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolRegistry;
import dev.parley.work.agent.AgentVerbs;
import dev.parley.work.agent.WorkRequest;
import dev.parley.work.agent.WorkResult;
import dev.parley.work.agent.WorkTogether;
import dev.parley.work.chain.Chains;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.Optional;

/// Tools that have other agents work.
final class WorkTools {
    private final McpVerbs verbs;
    private final AgentVerbs agents;

    WorkTools(McpVerbs verbs) {
        this.verbs = verbs;
        agents = verbs.agents();
    }

    void registerWith(ToolRegistry registry, ToolCatalog catalog) {
        registry.registerBuiltIn(catalog.tool("work_with", this::work));
    }

    private ToolResult work(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        var several = arguments.texts("agents");
        var agent = arguments.findText("agent");
        if (agent.isPresent() != several.isEmpty()) {
            throw Problem.invalid(
                    "Either agent or agents says who is to work.", "Give exactly one of them.");
        }
        var caller = arguments.findCaller(verbs.chains());
        var request = request(arguments, agent.orElse(""), caller);
        try (var sink = new WorkProgress(call.client(), verbs.live())) {
            if (several.isEmpty()) {
                var result = agents.work().run(request, caller, sink);
                return answer(json(result), result.isError());
            }
            var outcome = agents.together().run(several, request, caller, sink);
            return answer(json(outcome), outcome.isError());
        }
    }

    private static WorkRequest request(
            Arguments arguments, String agent, Optional<ChainLink> caller) {
        return new WorkRequest(
                arguments.project(),
                arguments.findText("session_id"),
                agent,
                arguments.text("task"),
                arguments.findText("role").orElse("default"),
                arguments.texts("context"),
                Optional.of(
                        arguments.findText("reasoning_effort").orElse(WorkRequest.USUAL_EFFORT)),
                arguments
                        .findText("permission")
                        .map(Permission::named)
                        .orElseGet(() -> Chains.usual(caller)),
                arguments.flag("worktree"),
                arguments.findNumber("max_cost"),
                arguments.findNumber("timeout").map(it -> Duration.ofSeconds(it.longValue())));
    }

    private static ToolResult answer(ObjectNode json, boolean isError) {
        return new ToolResult(Json.pretty(json), json, isError);
    }

    private static ObjectNode json(WorkResult result) {
        var json =
                Json.object()
                        .put("status", result.status().wireName())
                        .put("summary", result.summary())
                        .put("model", result.model())
                        .put("provider", result.provider())
                        .put("truncated", result.truncated())
                        .put("cost_status", result.cost().status().wireName())
                        .put("session_id", result.sessionId())
                        .put("duration_ms", result.duration().toMillis());
        result.text().ifPresent(text -> json.put("text", text));
        result.fullPath().ifPresent(path -> json.put("full_path", path.toString()));
        result.filesChanged()
                .ifPresent(files -> files.forEach(json.putArray("files_changed")::add));
        result.patch().ifPresent(patch -> json.put("patch", patch));
        result.patchPath().ifPresent(path -> json.put("patch_path", path.toString()));
        result.keptWorktree().ifPresent(path -> json.put("kept_worktree", path.toString()));
        result.checks()
                .ifPresent(checks ->
                        json.put("checks_passed", checks.passed())
                                .put("checks_output", checks.output()));
        result.usage().ifPresent(usage -> json.set("usage", Json.tree(usage)));
        result.cost().usd().ifPresent(usd -> json.put("cost_usd", usd));
        result.nativeSessionId().ifPresent(id -> json.put("native_session_id", id));
        result.error().ifPresent(error -> json.put("error", error));
        if (!result.notes().isEmpty()) {
            result.notes().forEach(json.putArray("notes")::add);
        }
        return json;
    }

    private static ObjectNode json(WorkTogether.Outcome outcome) {
        var json =
                Json.object()
                        .put("status", outcome.isError() ? "failed" : "completed")
                        .put("summary", outcome.comparison())
                        .put("session_id", outcome.sessionId())
                        .put("race_id", outcome.race());
        var lanes = json.putArray("agents");
        outcome.lanes().forEach(lane -> lanes.add(json(lane)));
        return json;
    }

    private static ObjectNode json(WorkTogether.Lane lane) {
        var json =
                lane.result()
                        .map(WorkTools::json)
                        .orElseGet(() ->
                                Json.object()
                                        .put("status", "failed")
                                        .put(
                                                "summary",
                                                lane.problem()
                                                        .map(it -> it.message() + " " + it.remedy())
                                                        .orElse("")));
        lane.diff()
                .ifPresent(diff ->
                        json.putObject("diff")
                                .put("files", diff.files())
                                .put("added", diff.added())
                                .put("removed", diff.removed()));
        return json.put("agent", lane.agent());
    }
}
