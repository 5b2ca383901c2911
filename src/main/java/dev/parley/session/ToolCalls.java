package dev.parley.session;

import dev.parley.event.Action;
import dev.parley.event.ToolResult;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolCaller;
import dev.parley.tool.Toolbox;
import dev.parley.wire.Happening;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The calls of tools of ours that run in one session, each on a virtual thread of its own: a tool
/// may wait for a person, and its session must not. The session's thread owns the list.
final class ToolCalls {
    /// Agents that call over their own wire wait as long as it takes.
    private static final Duration PATIENCE = Duration.ofDays(1);

    private final ToolSource source;
    private final SessionRecord record;
    private final ProcessLease lease;
    private final SessionInbox inbox;
    private final Map<String, Thread> running = new HashMap<>();

    ToolCalls(ToolSource source, SessionRecord record, ProcessLease lease, SessionInbox inbox) {
        this.source = source;
        this.record = record;
        this.lease = lease;
        this.inbox = inbox;
    }

    void begin(Happening.ToolAsked asked) {
        var info = record.info();
        var turn = info.turnId() == null ? "" : info.turnId();
        var call =
                new ToolCall(
                        new ToolCaller(info.provider(), Optional.of(info.id()), info.cwd()),
                        new ToolCall.Moment(turn, info.lastSequence()),
                        asked.arguments(),
                        PATIENCE);
        var tools = source.of(record.stored());
        var thread =
                Thread.ofVirtual()
                        .name("tool-" + asked.tool())
                        .unstarted(() -> run(asked, tools, call));
        running.put(asked.callId(), thread);
        thread.start();
    }

    private void run(Happening.ToolAsked asked, Toolbox tools, ToolCall call) {
        try {
            var result = tools.call(asked.tool(), call);
            inbox.order(() -> answer(asked.callId(), result));
        } catch (InterruptedException | SessionInbox.Over _) {
            // Nobody waits for the answer any more.
        }
    }

    private void answer(String callId, ToolResult result) {
        if (running.remove(callId) != null) {
            lease.send(new Action.AnswerTool(callId, result));
        }
    }

    /// The agent does not wait for the answer any more.
    void drop(String callId) {
        var call = running.remove(callId);
        if (call != null) {
            call.interrupt();
        }
    }

    /// The turn is over, or the session leaves memory.
    void dropAll() {
        running.values().forEach(Thread::interrupt);
        running.clear();
        lease.endToolCalls();
    }
}
