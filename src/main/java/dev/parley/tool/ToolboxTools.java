package dev.parley.tool;

import dev.parley.wire.McpJson;
import dev.parley.wire.ToolDefinition;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The tools in a box, as MCP shows and calls them.
public final class ToolboxTools implements McpTools {
    private final Toolbox tools;
    private final Function<CallingClient, ToolCaller> caller;
    private final McpServer.Beginning begins;
    private final Function<CallingClient, Duration> patience;

    public ToolboxTools(
            Toolbox tools,
            Function<CallingClient, ToolCaller> caller,
            McpServer.Beginning begins,
            Function<CallingClient, Duration> patience) {
        this.tools = tools;
        this.caller = caller;
        this.begins = begins;
        this.patience = patience;
    }

    @Override
    public List<ObjectNode> list() {
        return tools.definitions().stream().map(McpJson::of).toList();
    }

    @Override
    public Optional<JsonNode> findSchema(String name) {
        return tools.has(name)
                ? tools.definitions().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .map(ToolDefinition::schema)
                : Optional.empty();
    }

    @Override
    public Outcome call(String name, JsonNode arguments, CallingClient client)
            throws InterruptedException {
        return tools.isLong(name)
                ? new Outcome.Later(worker -> run(name, arguments, client, worker), false)
                : new Outcome.Done(run(name, arguments, client, client));
    }

    /// @param worker whom the work asks, which may outlive the client that called
    private ObjectNode run(
            String name, JsonNode arguments, CallingClient client, CallingClient worker)
            throws InterruptedException {
        var call =
                new ToolCall(
                        caller.apply(client),
                        begins.of(name, arguments),
                        arguments,
                        patience.apply(client),
                        worker);
        return McpJson.of(tools.call(name, call));
    }
}
