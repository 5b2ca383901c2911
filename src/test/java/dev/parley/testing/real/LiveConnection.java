package dev.parley.testing.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.process.AgentProcess;
import dev.parley.process.Exit;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// One process of a real CLI, its dialect, and all that happened. Its own lock stands for the one
/// thread that owns a dialect; whoever waits for something is woken by what happens.
public final class LiveConnection implements AutoCloseable {
    /// For one thing to happen, on a machine that is busy with others.
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    private final LiveDialect dialect;
    private final List<Happening> happenings = new ArrayList<>();

    /// Both sides, for whoever has to find out why.
    private final List<String> lines = new ArrayList<>();

    private AgentProcess process;

    LiveConnection(Supervisor supervisor, Launch launch, LiveDialect dialect) {
        this.dialect = dialect;
        synchronized (this) {
            process = supervisor.start(launch, this::hear, this::end);
            apply(dialect.open());
        }
    }

    public long pid() {
        return process.pid();
    }

    public synchronized void join(String conversation, Opening opening) {
        apply(dialect.join(conversation, opening));
    }

    public synchronized void leave(String conversation) {
        apply(dialect.leave(conversation));
    }

    public synchronized void say(String conversation, Action.ForAgent action) {
        apply(dialect.say(conversation, action));
    }

    public void prompt(String turn, String text) {
        say("c1", Action.Prompt.of(turn, text));
    }

    /// Says it and waits for the end of that turn.
    public void ask(String turn, String text, EndReason expected) {
        prompt(turn, text);
        ended(turn, expected);
    }

    public void ended(String turn, EndReason expected) {
        var end = next("c1", Event.TurnEnded.class, event -> event.turnId().equals(turn));
        assertThat(end.reason()).as("%s", this).isEqualTo(expected);
    }

    public void decide(
            Event.ApprovalRequested asked, Action.Decision decision, @Nullable String reason) {
        say("c1", new Action.Decide(asked.requestId(), decision, reason, null));
    }

    /// The first such event of a conversation, as soon as it is there.
    public <E extends Event> E next(String conversation, Class<E> type, Predicate<E> which) {
        return type.cast(
                await(
                                type.getSimpleName(),
                                Happening.Said.class,
                                1,
                                said ->
                                        said.conversation().equals(conversation)
                                                && type.isInstance(said.event())
                                                && which.test(type.cast(said.event())))
                        .event());
    }

    /// The request for permission with that number, the first is 1.
    public Event.ApprovalRequested request(int number) {
        return (Event.ApprovalRequested)
                await(
                                "approval " + number,
                                Happening.Said.class,
                                number,
                                said ->
                                        said.conversation().equals("c1")
                                                && said.event() instanceof Event.ApprovalRequested)
                        .event();
    }

    /// The call of a tool of ours with that number, the first is 1.
    public Happening.ToolAsked toolAsked(int number) {
        return await("tool call " + number, Happening.ToolAsked.class, number, _ -> true);
    }

    public Happening.ToolDropped toolDropped(String callId) {
        return await(
                "end of " + callId,
                Happening.ToolDropped.class,
                1,
                dropped -> dropped.callId().equals(callId));
    }

    public Happening.Joined joined(String conversation) {
        return await(
                "joined",
                Happening.Joined.class,
                1,
                joined -> joined.conversation().equals(conversation));
    }

    /// Looks at everything once, so that waiting costs no more than what happens.
    ///
    /// @param number which of them, the first is 1
    private synchronized <H extends Happening> H await(
            String what, Class<H> type, int number, Predicate<H> which) {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        var found = 0;
        for (var next = 0; ; next++) {
            while (next == happenings.size()) {
                waitUntil(deadline, what);
            }
            var happening = happenings.get(next);
            if (type.isInstance(happening) && which.test(type.cast(happening))) {
                found++;
                if (found == number) {
                    return type.cast(happening);
                }
            }
        }
    }

    private void waitUntil(long deadline, String what) {
        var left = deadline - System.nanoTime();
        if (left <= 0) {
            throw new AssertionError("No " + what + " within " + PATIENCE + ":\n" + this);
        }
        try {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public synchronized <H extends Happening> List<H> happened(Class<H> type) {
        return happenings.stream().filter(type::isInstance).map(type::cast).toList();
    }

    public List<Event> events(String conversation) {
        return happened(Happening.Said.class).stream()
                .filter(said -> said.conversation().equals(conversation))
                .map(Happening.Said::event)
                .toList();
    }

    public <E extends Event> List<E> events(String conversation, Class<E> type) {
        return events(conversation).stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// As `kill -9` does it to the whole group.
    public void kill() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-9", "--", "-" + pid()).start().waitFor();
    }

    @Override
    public void close() {
        try {
            process.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void hear(String line) {
        lines.add("< " + line);
        apply(dialect.hear(line));
    }

    private synchronized void end(Exit exit) {
        lines.add("x " + exit);
        apply(dialect.end(new Ending(exit.code(), exit.lastWords())));
    }

    private void apply(LiveStep step) {
        try {
            for (var line : step.lines()) {
                lines.add("> " + line);
                process.send(line + "\n");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        happenings.addAll(step.happenings());
        notifyAll();
    }

    @Override
    public synchronized String toString() {
        return String.join("\n", lines);
    }
}
