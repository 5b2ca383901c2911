package dev.parley.door.mcp;

import dev.parley.wire.JsonRpc;

import java.util.function.Consumer;

/// Whoever does what a client of `parley mcp` asks for: a server that runs, or this process.
public interface McpBackend {
    /// Asks it in the words of 2026-07-28 and waits. Interrupting the thread ends the request.
    ///
    /// @param told what it says before the answer
    JsonRpc.Message ask(JsonRpc.Request request, Consumer<JsonRpc.Notification> told)
            throws InterruptedException;

    /// Finds the backend for a call; it may not be the one of the call before.
    @FunctionalInterface
    interface Finder {
        McpBackend find() throws InterruptedException;
    }
}
