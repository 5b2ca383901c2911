package dev.parley.provider.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.provider.ProviderProfile;
import dev.parley.testing.Profiles;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// The demo agent at the other end of two pipes, spoken to in the dialect of its profile. The
/// test's thread owns the dialect.
final class DemoLive {
    private static final int PATIENCE_SECONDS = 30;
    private static final String END = "\0";

    private final Pipe toAgent = Pipe.open();
    private final Pipe fromAgent = Pipe.open();
    private final PrintStream out =
            new PrintStream(Channels.newOutputStream(toAgent.sink()), true, StandardCharsets.UTF_8);
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final LiveDialect dialect;
    private final List<Happening> happenings = new ArrayList<>();
    private int seen;

    DemoLive(Path home) throws IOException {
        this(home, Profiles.of("demo"));
    }

    /// @param profile another that starts the demo agent
    DemoLive(Path home, ProviderProfile profile) throws IOException {
        var live = profile.findLive().orElseThrow();
        assertEquals(List.of("demo-agent", "--acp"), live.arguments());
        dialect = live.newDialect();
        var environment = Map.of("PARLEY_DEMO_HOME", home.toString(), "PARLEY_DEMO_PAUSE_MS", "5");
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try (var agentOut =
                            new PrintStream(Channels.newOutputStream(fromAgent.sink()), true)) {
                        exit.complete(
                                DemoAgent.run(
                                        Channels.newInputStream(toAgent.source()),
                                        agentOut,
                                        new PrintStream(err, true),
                                        environment,
                                        List.of("--acp")));
                    }
                });
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    new BufferedReader(
                                    Channels.newReader(fromAgent.source(), StandardCharsets.UTF_8))
                            .lines()
                            .forEach(lines::add);
                    lines.add(END);
                });
        apply(dialect.open());
    }

    void join(String conversation, Opening opening) {
        apply(dialect.join(conversation, opening));
    }

    void say(String conversation, Action.ForAgent action) {
        apply(dialect.say(conversation, action));
    }

    void leave(String conversation) {
        apply(dialect.leave(conversation));
    }

    /// Listens until the agent has said what is looked for; the happenings since the last time.
    List<Happening> until(Predicate<Happening> wanted) throws Exception {
        var heard = new ArrayList<Happening>();
        while (true) {
            while (seen < happenings.size()) {
                heard.add(happenings.get(seen++));
                if (wanted.test(heard.getLast())) {
                    return heard;
                }
            }
            var line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertNotNull(line, () -> "the agent says nothing more after " + heard);
            apply(
                    line.equals(END)
                            ? dialect.end(
                                    new Ending(
                                            exit.get(PATIENCE_SECONDS, TimeUnit.SECONDS),
                                            err.toString(StandardCharsets.UTF_8)))
                            : dialect.hear(line));
        }
    }

    /// The events up to the first of this type.
    List<Event> until(Class<? extends Event> type) throws Exception {
        return until(each -> each instanceof Happening.Said(_, var event) && type.isInstance(event))
                .stream()
                .filter(Happening.Said.class::isInstance)
                .map(each -> ((Happening.Said) each).event())
                .toList();
    }

    Happening.Joined joined() throws Exception {
        return (Happening.Joined) until(Happening.Joined.class::isInstance).getLast();
    }

    void endInput() {
        out.close();
    }

    private void apply(LiveStep step) {
        step.lines().forEach(out::println);
        happenings.addAll(step.happenings());
    }
}
