package dev.parley.provider.acp;

import dev.parley.base.json.Json;
import dev.parley.provider.LiveTools;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.LiveStep;
import dev.parley.wire.OfferedTools;

import tools.jackson.databind.node.ArrayNode;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The tools that Parley offers to a session. ACP has no tools of the client: the agent connects to
/// the MCP server it is given, so that their calls do not come here. No agent remembers it.
final class AcpHostTools {
    private final OfferedTools offered;
    private final LiveTools how;

    /// Our names of the tools, by those that the agent has for them.
    private final Map<String, String> names = new HashMap<>();

    private boolean areKnown;
    private boolean areAwaited;

    AcpHostTools(OfferedTools offered, LiveTools how) {
        this.offered = offered;
        this.how = how;
        if (offered.server().isPresent()) {
            for (var tool : offered.definitions()) {
                how.nameOf(tool.name()).ifPresent(name -> names.put(name, tool.name()));
            }
        }
    }

    /// The servers of a session that is begun or resumed.
    ArrayNode servers(AcpAgent agent) {
        var servers = Json.array();
        if (agent.takesHttpServers()) {
            offered.server()
                    .ifPresent(server -> {
                        var entry =
                                servers.addObject()
                                        .put("type", "http")
                                        .put("name", offered.namespace())
                                        .put("url", server.address().toString());
                        var headers = entry.putArray("headers");
                        server.headers()
                                .forEach((name, value) ->
                                        headers.addObject().put("name", name).put("value", value));
                    });
        }
        return servers;
    }

    /// The tool of ours that the agent calls by this name.
    Optional<String> find(String shown) {
        return Optional.ofNullable(names.get(shown));
    }

    /// The agent is about to be told of them.
    void offered(AcpAgent agent) {
        areAwaited = how.late() && !servers(agent).isEmpty() && !areKnown;
    }

    /// The agent has asked for them.
    void areKnown() {
        areKnown = true;
        areAwaited = false;
    }

    /// The agent takes prompts already, but does not know them yet.
    boolean areAwaited() {
        return areAwaited;
    }

    /// The answer to a question whether one of our tools may be called: it needs no permission.
    /// Empty for every other question; the agent must name the tool as in its call, and nothing
    /// else has that name.
    Optional<LiveStep> permitted(JsonRpc.Request question, AcpTool tool) {
        var shown = question.params().path("toolCall").path("title").asString("");
        return how.asks() && tool.isOurs() && find(shown).filter(tool.name()::equals).isPresent()
                ? AcpApprovals.allowedOnce(question).map(answer -> LiveStep.send(answer.line()))
                : Optional.empty();
    }
}
