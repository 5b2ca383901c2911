package dev.parley.tool;

import dev.parley.event.ToolResult;
import dev.parley.wire.ToolDefinition;

/// A function that Parley offers to agents.
public interface Tool {
    ToolDefinition definition();

    /// Does it. May take minutes; the thread is interrupted when nobody waits for the answer any
    /// more. A [dev.parley.base.problem.Problem] becomes an error that the agent reads.
    ToolResult call(ToolCall call) throws InterruptedException;
}
