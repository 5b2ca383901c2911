package dev.parley.work.call;

import dev.parley.api.LoggedEvent;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.ToolResult;
import dev.parley.session.Lent;
import dev.parley.session.Sessions;
import dev.parley.tool.ToolCall;
import dev.parley.work.run.Outcome;
import dev.parley.work.run.OutcomeBuilder;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// A turn whose agent may call functions of the client. It runs on a thread of its own, because it
/// outlives a request: what the agent calls ends one answer, and the next request brings the
/// results. One request at a time listens.
final class FunctionTurn {
    /// How long it must be quiet after a call before those that came are handed out: agents make
    /// several calls one shortly after the other.
    private static final Duration QUIET = Duration.ofMillis(100);

    /// How long announced calls are waited for. CLIs that make one call at a time announce more.
    private static final Duration ANNOUNCED = Duration.ofMillis(500);

    /// The CLI's own limit must not come first.
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private static final int MOST_WAITING = 1000;

    /// What a request has to deal with.
    private sealed interface Signal {
        record Happened(LoggedEvent event) implements Signal {}

        /// There is another open call.
        record Asked() implements Signal {}

        record Over(@Nullable RuntimeException fault) implements Signal {}
    }

    /// What became of the turn until now.
    ///
    /// @param calls what the agent waits for; empty at the end of the turn
    record Part(Outcome outcome, List<FunctionCall> calls) {}

    private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>(MOST_WAITING);
    private final OpenCalls open = new OpenCalls();
    private final FunctionBox box;
    private final String signature;
    private final Set<String> spoken = new HashSet<>();
    private final Set<String> spokenBefore = new HashSet<>();
    private volatile Functions functions;
    private @Nullable Thread thread;
    private volatile @Nullable SessionId session;
    private volatile boolean isEnded;
    private long seen;
    private int announced;
    private final AtomicInteger asked = new AtomicInteger();
    private EndReason reason = EndReason.INTERRUPTED;

    FunctionTurn(Functions functions) {
        this.functions = functions;
        signature = FunctionBox.signature(functions.list());
        box = new FunctionBox(functions, this::called);
    }

    FunctionBox box() {
        return box;
    }

    String signature() {
        return signature;
    }

    Optional<SessionId> session() {
        return Optional.ofNullable(session);
    }

    /// The calls that wait for the client.
    OpenCalls open() {
        return open;
    }

    /// @param ownTools whether the agent keeps its own tools beside the functions
    void start(Sessions sessions, NewSession request, boolean ownTools, Optional<String> effort) {
        var lent = new Lent(box.registry(), ownTools, effort);
        thread =
                Thread.ofVirtual()
                        .name("function-turn")
                        .start(() -> over(play(sessions, request, lent)));
    }

    /// The last thing a listener hears. What waits for one that is gone is of no use.
    private void over(@Nullable RuntimeException fault) {
        var over = new Signal.Over(fault);
        try {
            if (!isEnded) {
                signals.put(over);
                return;
            }
        } catch (InterruptedException _) {
            // it was ended just now
        }
        while (!signals.offer(over)) {
            signals.clear();
        }
    }

    private @Nullable RuntimeException play(Sessions sessions, NewSession request, Lent lent) {
        try {
            var _ =
                    sessions.turn(
                            request,
                            lent,
                            id -> session = id,
                            event -> put(new Signal.Happened(event)));
            return null;
        } catch (RuntimeException e) {
            return e;
        } catch (InterruptedException _) {
            return null;
        }
    }

    private void put(Signal signal) {
        try {
            signals.put(signal);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the turn is to end, and notices at its next wait
        }
    }

    void join() throws InterruptedException {
        var running = thread;
        if (running != null) {
            running.join();
        }
    }

    /// Ends it, wherever it is.
    void end() {
        isEnded = true;
        var running = thread;
        if (running != null) {
            running.interrupt();
        }
    }

    /// On the thread of the call.
    private ToolResult called(ClientFunction function, ToolCall call) throws InterruptedException {
        if (!functions.permits(function)) {
            return ToolResult.error(
                    functions.choice() == Functions.Choice.NONE
                            ? "No function may be called now. Answer in words."
                            : "Only "
                                    + String.join(", ", functions.only())
                                    + " may be called now.");
        }
        var waiting = OpenCalls.Open.of(function, call);
        asked.incrementAndGet();
        open.add(waiting);
        try {
            signals.put(new Signal.Asked());
            var patience = call.patience().minus(MARGIN);
            return waiting.result().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            end();
            return ToolResult.error("The client did not answer in time.");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            open.drop(waiting);
        }
    }

    /// Waits until the agent has called something or has come to its end; every event until then
    /// goes to `sink`. Interrupting the thread, or a sink that throws, ends the turn.
    ///
    /// @param now which functions may be called until then
    Part next(Functions now, Duration timeout, Consumer<Envelope> sink)
            throws InterruptedException {
        functions = now;
        spokenBefore.addAll(spoken);
        var outcome = new OutcomeBuilder();
        var deadline = System.nanoTime() + timeout.toNanos();
        try {
            while (true) {
                var left = deadline - System.nanoTime();
                var signal =
                        signals.poll(
                                Math.max(0, Math.min(left, untilHandedOut())),
                                TimeUnit.NANOSECONDS);
                switch (signal) {
                    case Signal.Happened(var event) -> happened(event.envelope(), outcome, sink);
                    case Signal.Asked() -> {} // looked at with the others
                    case Signal.Over(var fault) -> {
                        if (fault != null) {
                            throw fault;
                        }
                        return ended(outcome, reason);
                    }
                    case null -> {
                        if (untilHandedOut() <= 0) {
                            return new Part(
                                    outcome.build(EndReason.COMPLETED, sessionName()), handedOut());
                        }
                        if (left <= 0) {
                            end();
                            return ended(outcome, EndReason.TIMEOUT);
                        }
                    }
                }
            }
        } catch (InterruptedException | RuntimeException e) {
            end();
            throw e;
        }
    }

    private Part ended(OutcomeBuilder outcome, EndReason reason) {
        return new Part(outcome.build(reason, sessionName()), List.of());
    }

    private Optional<String> sessionName() {
        return session().map(SessionId::toString);
    }

    private void happened(Envelope envelope, OutcomeBuilder outcome, Consumer<Envelope> sink) {
        seen = Math.max(seen, envelope.sequenceNumber());
        var event = envelope.event();
        switch (event) {
            case Event.TurnEnded(_, var how) -> reason = how;
            case Event.ToolCalled(_, var name, _) -> {
                if (box.byTool().keySet().stream().anyMatch(name::endsWith)) {
                    announced++;
                }
            }
            case Event.AssistantStreamed(_, var id) -> spoken.add(id);
            case Event.AssistantSaid(_, var id) -> {
                if (id != null && spokenBefore.contains(id)) {
                    return; // it was in an earlier answer
                }
            }
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.UserSaid _,
                    Event.Thought _,
                    Event.AboutTool _,
                    Event.AboutApproval _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ -> {}
        }
        outcome.add(event);
        sink.accept(envelope);
    }

    /// In nanoseconds. What the agent said before its calls goes before them.
    private long untilHandedOut() {
        var calls = open.all();
        if (calls.isEmpty() || calls.stream().anyMatch(call -> call.after() > seen)) {
            return Long.MAX_VALUE;
        }
        var pause = announced > asked.get() ? ANNOUNCED : QUIET;
        var newest = calls.stream().mapToLong(OpenCalls.Open::madeAt).max().orElseThrow();
        return newest + pause.toNanos() - System.nanoTime();
    }

    private List<FunctionCall> handedOut() {
        return open.all().stream()
                .limit(functions.parallel() ? Long.MAX_VALUE : 1)
                .map(OpenCalls.Open::call)
                .toList();
    }
}
