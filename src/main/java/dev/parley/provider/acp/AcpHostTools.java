package dev.parley.provider.acp;

import dev.parley.base.json.Json;
import dev.parley.wire.OfferedTools;

import tools.jackson.databind.node.ArrayNode;

/// The tools that Parley offers to a session. ACP has no tools of the client: the agent connects to
/// the MCP servers it is given, so that their calls do not come here. No agent remembers them.
final class AcpHostTools {
    private AcpHostTools() {}

    /// The servers of a session that is begun or resumed.
    static ArrayNode servers(OfferedTools offered, AcpAgent agent) {
        var servers = Json.array();
        if (!offered.isEmpty() && agent.takesHttpServers()) {
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
}
