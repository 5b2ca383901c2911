package dev.parley.tool;

import dev.parley.wire.OfferedTools;

import java.time.Duration;

/// Serves tools to agents that take them from an MCP server over HTTP only.
public interface ToolHost {
    /// Lets an agent in, until the access is closed.
    Access open(McpServer.Client client);

    /// What one agent reaches its tools with. Nobody else has its secret, and the secret opens
    /// nothing else. Thread-safe.
    interface Access extends AutoCloseable {
        /// Where the agent connects to, and the headers that let it in.
        OfferedTools.Server server();

        /// Waits until the agent has asked for its tools: some CLIs take prompts before they know
        /// them.
        ///
        /// @return false when it has not asked in that time
        boolean awaitListed(Duration atMost) throws InterruptedException;

        /// Ends every call that runs: the agent does not wait for the answers any more, and not
        /// every CLI says so.
        void endCalls();

        /// Ends what runs; the secret is worth nothing from now on.
        @Override
        void close();
    }
}
