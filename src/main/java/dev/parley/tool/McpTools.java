package dev.parley.tool;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

/// The tools of an MCP server, as the protocol sees them. Thread-safe.
public interface McpTools {
    /// As `tools/list` shows them, in an order that does not change.
    List<ObjectNode> list();

    /// The schema of the arguments of a tool, if there is one of this name.
    Optional<JsonNode> findSchema(String name);

    /// Begins a call. What takes long is not done here, but in a [Outcome.Later].
    Outcome call(String name, JsonNode arguments, CallingClient client) throws InterruptedException;

    /// What a call comes to.
    sealed interface Outcome {
        /// Everything, as `tools/call` answers it.
        record Done(ObjectNode result) implements Outcome {}

        /// Work that may take longer than the client waits. It is a task for clients that know
        /// tasks.
        ///
        /// @param isTaskOnly other clients are refused
        record Later(Work work, boolean isTaskOnly) implements Outcome {}
    }

    /// The rest of a call.
    @FunctionalInterface
    interface Work {
        /// @param client where it runs on its own, what it asks waits there for an answer
        /// @return what `tools/call` answers
        ObjectNode run(CallingClient client) throws InterruptedException;
    }
}
