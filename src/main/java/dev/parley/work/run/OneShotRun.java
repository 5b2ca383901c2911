package dev.parley.work.run;

import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.process.AgentProcess;
import dev.parley.process.Exit;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.TurnRequest;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.OneShotStep;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// One turn while it runs. Every line is read by the dialect and published, numbered, on the thread
/// that reads the CLI's output, so nothing is handed over on the way; the calling thread only
/// waits, and cuts the turn short when its time is up. A listener that is slow holds that thread
/// up, and so, by its full pipe, the CLI. The first event is always the start, the last always the
/// end.
final class OneShotRun {
    private final ProviderProfile profile;
    private final TurnRequest request;
    private final OneShotDialect dialect;
    private final Limits limits;
    private final Clock clock;
    private final UnaryOperator<Event> named;
    private final Consumer<Envelope> sink;
    private final CompletableFuture<AgentProcess> process = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<@Nullable EndReason> cut = new AtomicReference<>();

    // What follows belongs to the threads of the process, the last of which tells of its end.
    private long sequence;
    private boolean hasStarted;
    private boolean sinkIsGone;
    private final SaidSoFar said = new SaidSoFar();
    private @Nullable String nativeId;
    private final OutcomeBuilder outcome = new OutcomeBuilder();
    private @Nullable EndReason cutShort;
    private boolean hitLineLimit;
    private @Nullable RuntimeException bug;

    /// @param named puts the names of Parley's own tools into an event
    OneShotRun(
            ProviderProfile profile,
            TurnRequest request,
            OneShotDialect dialect,
            Limits limits,
            Clock clock,
            UnaryOperator<Event> named,
            Consumer<Envelope> sink) {
        this.profile = profile;
        this.request = request;
        this.dialect = dialect;
        this.limits = limits;
        this.clock = clock;
        this.named = named;
        this.sink = sink;
    }

    Outcome play(Supervisor supervisor, Launch launch, String input) throws InterruptedException {
        var agent = supervisor.start(launch, this::hear, this::conclude);
        process.complete(agent);
        var wasInterrupted = false;
        try {
            agent.send(input);
            agent.closeInput();
            if (!over.await(limits.timeout().toNanos(), TimeUnit.NANOSECONDS)) {
                cut(EndReason.TIMEOUT);
            }
        } catch (InterruptedException _) {
            wasInterrupted = true;
            cut(EndReason.INTERRUPTED);
        } catch (Problem e) {
            bug = e; // it got nothing to work on
            cut(EndReason.ERROR);
        }
        // Interrupted once or several times: the agent has to be gone before the caller goes on.
        wasInterrupted |= awaitEnd();
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (bug != null) {
            throw bug;
        }
        return outcome.build(reason(), Optional.ofNullable(nativeId));
    }

    private boolean awaitEnd() {
        var wasInterrupted = false;
        while (true) {
            try {
                over.await();
                return wasInterrupted;
            } catch (InterruptedException _) {
                wasInterrupted = true;
                cut(EndReason.INTERRUPTED);
            }
        }
    }

    private void hear(String line) {
        if (cut.get() == EndReason.OUTPUT_LIMIT) {
            return; // enough was said; it is being ended
        }
        try {
            publish(dialect.hear(line), line);
        } catch (RuntimeException e) {
            bug = e; // for the caller, who has a log; this thread must go on reading
            cut(EndReason.ERROR);
        } catch (Error e) {
            bug = new IllegalStateException("A line could not be understood", e);
            cut(EndReason.ERROR);
        }
        if (said.characters() > limits.output()) {
            cut(EndReason.OUTPUT_LIMIT);
        }
        if (mustStop()) {
            cut(sinkIsGone ? EndReason.INTERRUPTED : EndReason.ERROR);
        }
    }

    /// Nobody listens any more, or the agent works in a session nobody asked for.
    private boolean mustStop() {
        return sinkIsGone || Outcome.lacksSession(outcome.failure());
    }

    /// The first reason counts.
    private void cut(EndReason reason) {
        if (cut.compareAndSet(null, reason)) {
            Interruptible.start("stop", () -> stop(process.join()));
        }
    }

    private static void stop(AgentProcess agent) throws InterruptedException {
        agent.closeInput();
        agent.stop();
    }

    private void conclude(Exit exit) {
        try {
            publishEnd(exit);
        } finally {
            over.countDown();
        }
    }

    private void publishEnd(Exit exit) {
        hitLineLimit = exit.hitLineLimit();
        cutShort = exit.hitOutputLimit() ? EndReason.OUTPUT_LIMIT : cut.get();
        if (cutShort == null) {
            if (exit.lingered()) {
                publish(
                        Event.Failed.warning(
                                profile.name()
                                        + " closed its output but did not end, so Parley ended it.",
                                "lingered"));
            }
            publish(
                    dialect.end(new Ending(exit.lingered() ? 0 : exit.code(), exit.lastWords())),
                    null);
        } else {
            explainCut(cutShort);
        }
        var ownExit = cutShort == null && !exit.lingered();
        publish(new Event.SessionEnded(reason(), ownExit ? Integer.valueOf(exit.code()) : null));
    }

    private void explainCut(EndReason reason) {
        switch (reason) {
            case TIMEOUT ->
                    publish(
                            Event.Failed.fatal(
                                    "%s was ended because it took longer than %s."
                                            .formatted(
                                                    profile.name(),
                                                    Durations.text(limits.timeout())),
                                    "timeout"));
            case OUTPUT_LIMIT ->
                    publish(
                            hitLineLimit
                                    ? Event.Failed.fatal(
                                            "%s was ended because it printed a line of more than %d MB."
                                                    .formatted(profile.name(), Exit.LINE_MEGABYTES),
                                            "line_too_long")
                                    : Event.Failed.fatal(
                                            "%s was ended because it said more than %d MB. Raise outputLimitMegabytes in config.json."
                                                    .formatted(
                                                            profile.name(),
                                                            limits.output() / (1024 * 1024)),
                                            "output_limit"));
            case INTERRUPTED ->
                    publish(
                            Event.Failed.fatal(
                                    profile.name() + " was interrupted.", "interrupted"));
            case COMPLETED, ERROR -> {}
        }
    }

    private EndReason reason() {
        if (cutShort != null) {
            return cutShort;
        }
        return outcome.failure().isEmpty() ? EndReason.COMPLETED : EndReason.ERROR;
    }

    private void publish(OneShotStep step, @Nullable String raw) {
        if (step.nativeId() != null) {
            nativeId = step.nativeId();
        }
        step.events().forEach(event -> publish(named.apply(event), raw));
    }

    private void publish(Event event) {
        publish(event, null);
    }

    private void publish(Event event, @Nullable String raw) {
        if (event instanceof Event.SessionStarted started) {
            start(started, raw);
            return;
        }
        if (!hasStarted) {
            start(Event.SessionStarted.in(null, null), null);
        }
        outcome.add(event);
        said.add(event);
        send(event, raw);
    }

    /// What the CLI does not tell about its session, the request does. The prompt is part of the
    /// story.
    private void start(Event.SessionStarted started, @Nullable String raw) {
        if (hasStarted) {
            return;
        }
        hasStarted = true;
        send(started.orElse(request.cwd().toString(), request.model().orElse(null)), raw);
        send(new Event.UserSaid(request.prompt(), null), null);
    }

    private void send(Event event, @Nullable String raw) {
        if (sinkIsGone) {
            return;
        }
        try {
            sink.accept(
                    new Envelope(
                            Instant.now(clock), profile.id(), nativeId, ++sequence, event, raw));
        } catch (RuntimeException _) {
            sinkIsGone = true;
        }
    }
}
