package dev.parley.door.mcp;

import dev.parley.base.json.Json;
import dev.parley.event.ToolResult;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolRegistry;
import dev.parley.work.agent.AgentVerbs;
import dev.parley.work.agent.ConsultRequest;

/// Tools that ask other models.
final class AdviceTools {
    private final AgentVerbs agents;

    AdviceTools(AgentVerbs agents) {
        this.agents = agents;
    }

    void registerWith(ToolRegistry registry, ToolCatalog catalog) {
        registry.register(catalog.tool("consult_with", this::consult));
    }

    private ToolResult consult(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
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
}
