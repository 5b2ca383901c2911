package dev.parley.work;

import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.process.AgentProcess;
import dev.parley.process.Exit;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.TurnRequest;
import dev.parley.wire.Dialect;
import dev.parley.wire.Ending;
import dev.parley.wire.OneShotDialect;
import dev.parley.wire.Step;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// One turn while it runs. The calling thread owns it: it takes lines from a bounded inbox, lets
/// the dialect read them and publishes what comes out, numbered. The first event is always the
/// start, the last always the end.
final class OneShotRun {
    private sealed interface Signal {
        record Heard(String line) implements Signal {}

        record Exited(Exit exit) implements Signal {}
    }

    private final ProviderProfile profile;
    private final TurnRequest request;
    private final Dialect dialect;
    private final Limits limits;
    private final Clock clock;
    private final Consumer<Envelope> sink;
    private final BlockingQueue<Signal> inbox = new ArrayBlockingQueue<>(256);

    private long sequence;
    private boolean hasStarted;
    private boolean sinkIsGone;
    private @Nullable String nativeId;
    private String answer = "";
    private @Nullable Usage usage;
    private Event.@Nullable Failed failure;
    private @Nullable EndReason cutShort;
    private boolean wasInterrupted;

    OneShotRun(
            ProviderProfile profile,
            TurnRequest request,
            Dialect dialect,
            Limits limits,
            Clock clock,
            Consumer<Envelope> sink) {
        this.profile = profile;
        this.request = request;
        this.dialect = dialect;
        this.limits = limits;
        this.clock = clock;
        this.sink = sink;
    }

    Outcome play(Supervisor supervisor, Launch launch, String input) throws InterruptedException {
        var process =
                supervisor.start(
                        launch,
                        line -> tell(new Signal.Heard(line)),
                        exit -> tell(new Signal.Exited(exit)));
        try {
            process.send(input);
        } catch (InterruptedException _) {
            cut(process, EndReason.INTERRUPTED);
            wasInterrupted = true;
        }
        process.closeInput();
        var exit = listen(process);
        conclude(exit);
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        return new Outcome(
                reason(),
                Optional.ofNullable(nativeId),
                answer,
                Optional.ofNullable(usage),
                Optional.ofNullable(failure));
    }

    /// The pipe's thread waits here when we are slow, and so, by its full pipe, does the CLI.
    private void tell(Signal signal) {
        try {
            inbox.put(signal);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Exit listen(AgentProcess process) {
        var deadline = System.nanoTime() + limits.timeout().toNanos();
        while (true) {
            try {
                var signal =
                        cutShort == null
                                ? inbox.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
                                : inbox.take();
                switch (signal) {
                    case null -> cut(process, EndReason.TIMEOUT);
                    case Signal.Heard(var line) -> {
                        publish(dialect.hear(line), line);
                        if (cutShort == null && mustStop()) {
                            cut(process, sinkIsGone ? EndReason.INTERRUPTED : EndReason.ERROR);
                        }
                    }
                    case Signal.Exited(var exit) -> {
                        return exit;
                    }
                }
            } catch (InterruptedException _) {
                wasInterrupted =
                        true; // and no longer the thread's business until the agent is gone
                cut(process, EndReason.INTERRUPTED);
            }
        }
    }

    /// Nobody listens any more, or the agent works in a session nobody asked for.
    private boolean mustStop() {
        return sinkIsGone
                || (failure != null && OneShotDialect.SESSION_NOT_FOUND.equals(failure.code()));
    }

    private void cut(AgentProcess process, EndReason reason) {
        if (cutShort == null) {
            cutShort = reason;
            Thread.ofVirtual().name("stop-" + process.pid()).start(() -> stop(process));
        }
    }

    private static void stop(AgentProcess process) {
        try {
            process.stop();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void conclude(Exit exit) {
        if (exit.hitOutputLimit()) {
            cutShort = EndReason.OUTPUT_LIMIT;
        }
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
                            Event.Failed.fatal(
                                    "%s was ended because it printed more than %d bytes. Raise outputLimitMegabytes in config.json."
                                            .formatted(profile.name(), limits.output()),
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
        return failure == null ? EndReason.COMPLETED : EndReason.ERROR;
    }

    private void publish(Step step, @Nullable String raw) {
        if (step.nativeId() != null) {
            nativeId = step.nativeId();
        }
        step.events().forEach(event -> publish(event, raw));
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
        remember(event);
        send(event, raw);
    }

    /// What the CLI does not tell about its session, the request does. The prompt is part of the
    /// story.
    private void start(Event.SessionStarted started, @Nullable String raw) {
        if (hasStarted) {
            return;
        }
        hasStarted = true;
        send(
                new Event.SessionStarted(
                        started.cwd() == null ? request.cwd().toString() : started.cwd(),
                        started.model() == null ? request.model().orElse(null) : started.model(),
                        started.version(),
                        started.tools(),
                        started.gitBranch()),
                raw);
        send(new Event.UserSaid(request.prompt(), null), null);
    }

    private void remember(Event event) {
        switch (event) {
            case Event.AssistantSaid said -> answer = said.content();
            case Event.TokensUsed(var used) -> usage = usage == null ? used : usage.plus(used);
            case Event.Failed failed when !failed.recoverable() && failure == null ->
                    failure = failed;
            default -> {}
        }
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
