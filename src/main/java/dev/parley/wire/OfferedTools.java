package dev.parley.wire;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tools that Parley offers in a conversation.
///
/// @param namespace tells them from the tools of others; the CLIs make a part of their names of it
/// @param server where the same tools are, for agents that take tools from MCP servers only
public record OfferedTools(
        String namespace, List<ToolDefinition> definitions, Optional<Server> server) {
    public static final OfferedTools NONE = new OfferedTools("", List.of(), Optional.empty());

    public OfferedTools {
        definitions = List.copyOf(definitions);
    }

    public boolean isEmpty() {
        return definitions.isEmpty();
    }

    public boolean has(String tool) {
        return definitions.stream().anyMatch(definition -> definition.name().equals(tool));
    }

    /// An MCP server that is reached over HTTP.
    ///
    /// @param headers sent with every request; they say which conversation it is
    public record Server(URI address, Map<String, String> headers) {
        public Server {
            headers = Map.copyOf(headers);
        }
    }
}
