package dev.parley.door.mcp;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolRegistry;
import dev.parley.work.agent.AgentVerbs;
import dev.parley.work.agent.ConsultRequest;
import dev.parley.work.agent.GroupRequest;
import dev.parley.work.agent.GroupResult;
import dev.parley.work.chain.ChainRun;
import dev.parley.work.chain.Chains;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/// Tools that ask other models.
final class AdviceTools {
    private final AgentVerbs agents;
    private final Chains chains;

    AdviceTools(McpVerbs verbs) {
        agents = verbs.agents();
        chains = verbs.chains();
    }

    void registerWith(ToolRegistry registry, ToolCatalog catalog) {
        registry.registerBuiltIn(catalog.tool("consult_with", this::consult));
        registry.registerBuiltIn(catalog.tool("group_think", this::think));
        registry.registerBuiltIn(catalog.tool("describe_session", this::describe));
    }

    private ToolResult consult(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        try (var run = begin(arguments, arguments.text("model"))) {
            return consult(call, arguments, run);
        }
    }

    private ChainRun begin(Arguments arguments, String model) throws InterruptedException {
        return chains.beginAdvice(arguments.findCaller(chains), model);
    }

    private ToolResult consult(ToolCall call, Arguments arguments, ChainRun run)
            throws InterruptedException {
        call.client().progress(0, null, "asking " + arguments.text("model"));
        var advice =
                agents.consult()
                        .ask(
                                new ConsultRequest(
                                        arguments.project(),
                                        arguments.findText("session_id"),
                                        arguments.text("model"),
                                        arguments.text("question"),
                                        arguments.findText("output_format"),
                                        arguments.texts("context")));
        run.spent(advice.cost().usd());
        var json =
                Json.object()
                        .put("status", "completed")
                        .put("summary", advice.text())
                        .put("model", advice.model())
                        .put("answered_by", advice.who())
                        .put("cost_status", advice.cost().status().wireName())
                        .put("duration_ms", advice.duration().toMillis());
        arguments.findText("session_id").ifPresent(id -> json.put("session_id", id));
        advice.nativeId().ifPresent(id -> json.put("native_session_id", id));
        advice.cost().usd().ifPresent(usd -> json.put("cost_usd", usd));
        advice.usage().ifPresent(usage -> json.set("usage", Json.tree(usage)));
        return new ToolResult(advice.text(), json, false);
    }

    private ToolResult think(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        var models = arguments.texts("models");
        try (var run = begin(arguments, String.join(", ", models))) {
            return think(call, arguments, models, run);
        }
    }

    private ToolResult think(ToolCall call, Arguments arguments, List<String> models, ChainRun run)
            throws InterruptedException {
        call.client().progress(0, null, "asking " + String.join(", ", models));
        var result =
                agents.group()
                        .think(
                                new GroupRequest(
                                        arguments.project(),
                                        arguments.findText("session_id"),
                                        arguments.text("objective"),
                                        models,
                                        arguments.findText("output_format"),
                                        arguments.texts("context"),
                                        arguments.number(
                                                "discussion_turns", GroupRequest.USUAL_TURNS),
                                        arguments.findText("synthesis_model"),
                                        arguments.number(
                                                "validation_rounds", GroupRequest.USUAL_ROUNDS),
                                        GroupRequest.Mode.named(
                                                arguments.findText("mode").orElse("round_robin"))));
        run.spent(result.cost().usd());
        var json =
                Json.object()
                        .put("status", "completed")
                        .put("summary", result.text())
                        .put("synthesis_model", result.synthesisModel())
                        .put("cost_status", result.cost().status().wireName());
        result.cost().usd().ifPresent(usd -> json.put("cost_usd", usd));
        result.sessionId().ifPresent(id -> json.put("session_id", id));
        result.isAgreed().ifPresent(agreed -> json.put("is_agreed", agreed));
        add(json, "objections", result.objections());
        add(json, "contributions", result.contributions());
        var skipped = json.putArray("skipped");
        result.skipped()
                .forEach(one ->
                        skipped.addObject().put("model", one.model()).put("reason", one.reason()));
        return new ToolResult(result.text(), json, false);
    }

    private static void add(
            ObjectNode json, String name, List<GroupResult.Contribution> contributions) {
        var list = json.putArray(name);
        contributions.forEach(one ->
                list.addObject()
                        .put("model", one.model())
                        .put("part", one.part())
                        .put("text", one.text()));
    }

    private ToolResult describe(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        var described =
                agents.sessions()
                        .describe(
                                arguments.project(),
                                arguments.text("session_id"),
                                arguments.findText("summarization_model"),
                                arguments.findText("extra_instructions"));
        var advice = described.summary();
        var json =
                Json.object()
                        .put("status", "completed")
                        .put("summary", advice.text())
                        .put("session_id", described.id())
                        .put("kind", described.isConversation() ? "conversation" : "cli")
                        .put("turns", described.turns())
                        .put("model", advice.model())
                        .put("cost_status", advice.cost().status().wireName());
        advice.cost().usd().ifPresent(usd -> json.put("cost_usd", usd));
        return new ToolResult(advice.text(), json, false);
    }
}
