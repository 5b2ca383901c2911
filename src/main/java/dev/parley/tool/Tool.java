package dev.parley.tool;

import dev.parley.event.ToolResult;
import dev.parley.wire.ToolDefinition;

/// A function that Parley offers to agents.
public interface Tool {
    ToolDefinition definition();

    /// Does it. May take minutes; the thread is interrupted when nobody waits for the answer any
    /// more. A [dev.parley.base.problem.Problem] becomes an error that the agent reads.
    ToolResult call(ToolCall call) throws InterruptedException;

    /// Whether it may take longer than a client waits. Such a call is a job where there are jobs:
    /// it goes on when its client is not there any more, and is asked for again.
    default boolean isLong() {
        return false;
    }
}
