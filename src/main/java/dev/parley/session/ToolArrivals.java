package dev.parley.session;

import dev.parley.event.Action;
import dev.parley.tool.ToolCall;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Calls of tools of ours that do not come over the agent's wire: each is brought together with the
/// event in which the agent tells of it, whichever comes first. Its session's thread owns it, but
/// for [#arrived].
final class ToolArrivals {
    /// An agent may tell of a call only when it is over.
    private static final Duration AT_MOST = Duration.ofMillis(500);

    private final SessionRecord record;
    private final SessionInbox inbox;
    private Set<String> names = Set.of();
    private final Map<String, Deque<Long>> told = new HashMap<>();
    private final Map<String, Deque<CompletableFuture<Long>>> waiting = new HashMap<>();

    ToolArrivals(SessionRecord record, SessionInbox inbox) {
        this.record = record;
        this.inbox = inbox;
    }

    /// A process is there whose agent may call these.
    void expect(Set<String> offered) {
        names = Set.copyOf(offered);
        clear();
    }

    /// A call has arrived. On the thread of the call.
    ///
    /// @param agent gets to know it
    /// @return where the session is: at the event of this call, if the agent tells of it in time
    ToolCall.Moment arrived(String tool, JsonNode arguments, Consumer<Action.ForAgent> agent)
            throws InterruptedException {
        var event = new CompletableFuture<Long>();
        try {
            inbox.order(() -> {
                agent.accept(new Action.ToolReached(tool, arguments));
                await(tool, event);
            });
            return at(event.get(AT_MOST.toMillis(), TimeUnit.MILLISECONDS));
        } catch (SessionInbox.Over | TimeoutException | ExecutionException _) {
            return at(record.info().lastSequence());
        }
    }

    private ToolCall.Moment at(long sequence) {
        var turn = record.info().turnId();
        return new ToolCall.Moment(turn == null ? "" : turn, sequence);
    }

    private void await(String tool, CompletableFuture<Long> event) {
        var known = told.getOrDefault(tool, new ArrayDeque<>()).poll();
        if (known == null) {
            waiting.computeIfAbsent(tool, _ -> new ArrayDeque<>()).add(event);
        } else {
            event.complete(known);
        }
    }

    /// The agent told of a call.
    ///
    /// @param sequence the number of that event
    void called(String tool, long sequence) {
        if (!names.contains(tool)) {
            return;
        }
        var first = waiting.getOrDefault(tool, new ArrayDeque<>()).poll();
        if (first == null) {
            told.computeIfAbsent(tool, _ -> new ArrayDeque<>()).add(sequence);
        } else {
            first.complete(sequence);
        }
    }

    /// The turn is over.
    void clear() {
        told.clear();
        waiting.clear();
    }
}
