package dev.parley.provider.acp;

import dev.parley.base.json.Json;
import dev.parley.provider.LiveTools;
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

    /// Whether the agent takes prompts before it knows them.
    boolean areLate(AcpAgent agent) {
        return how.late() && !servers(agent).isEmpty();
    }

    /// Whether a question is about one of our tools, which need no permission: the agent names the
    /// tool as in its call, and nothing else has that name.
    boolean permits(AcpTool tool, String shownInQuestion) {
        return how.asks()
                && tool.isOurs()
                && find(shownInQuestion).filter(tool.name()::equals).isPresent();
    }
}
