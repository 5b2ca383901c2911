package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.SessionId;
import dev.parley.event.Event;
import dev.parley.provider.claude.ClaudeDialect;
import dev.parley.provider.codex.CodexDialect;
import dev.parley.store.OwnerProcess;
import dev.parley.wire.LiveDialect;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/// Processes that lie on the wires of Claude Code and Codex, in more than ninety ways each.
/// Whatever they do, a turn ends, by itself or when it is interrupted; the next prompt is answered
/// by an agent that is honest again; and nobody else notices.
@Timeout(600)
class LyingAgentsTest {
    private static final int AT_ONCE = 6;

    private static final LiveStub.Setup IMPATIENT =
            LiveStub.Setup.PLAIN
                    .with(Duration.ofMinutes(10), 100, Duration.ofHours(1))
                    .with(Duration.ofMillis(300))
                    .startingWithin(Duration.ofSeconds(2));

    enum Wire {
        CLAUDE(LyingAgents.CLAUDE, ClaudeDialect::new),
        CODEX(LyingAgents.CODEX, CodexDialect::new);

        private final String agent;
        private final Supplier<LiveDialect> dialect;

        Wire(String agent, Supplier<LiveDialect> dialect) {
            this.agent = agent;
            this.dialect = dialect;
        }
    }

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource
    void everyTurnEndsAndTheNextIsAnswered(Wire wire) throws Exception {
        var lies = LyingAgents.all();
        assertThat(lies).hasSizeGreaterThan(90);
        var faults = new ConcurrentLinkedQueue<String>();
        var places = new Semaphore(AT_ONCE);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var at = 0; at < lies.size(); at++) {
                var lie = lies.get(at);
                var home = Files.createDirectories(directory.resolve("lie" + at));
                places.acquire();
                threads.submit(
                        (Callable<Void>)
                                () -> {
                                    try {
                                        hear(wire, lie, home);
                                    } catch (Exception | AssertionError e) {
                                        faults.add(lie + "\n    " + e);
                                    } finally {
                                        places.release();
                                    }
                                    return null;
                                });
            }
        }
        assertThat(faults).isEmpty();
    }

    private static void hear(Wire wire, LyingAgents.Lie lie, Path home) throws Exception {
        try (var stub =
                new LiveStub(home, IMPATIENT, OwnerProcess.self(), wire.agent, wire.dialect)) {
            var neighbour = stub.startSaying("hello");
            awaitEnds(stub, neighbour, 1, Duration.ofSeconds(60));
            Files.writeString(home.resolve("step"), lie.step());
            Files.writeString(home.resolve("lie"), lie.what());
            var id = stub.startSaying("hello");
            if (!endsByItself(stub, id)) {
                stub.sessions.interrupt(id);
                awaitEnds(stub, id, 1, Duration.ofSeconds(60));
            }
            Files.delete(home.resolve("step"));
            stub.await(id, info -> info.turnId() == null && info.approvals() == 0);
            var ends = ends(stub, id);
            stub.say(id, "and now?");
            if (!endsByItself(stub, id, ends + 1)) {
                // Its process is the one from before, and may still be stuck in its lie.
                stub.sessions.interrupt(id);
                awaitEnds(stub, id, ends + 1, Duration.ofSeconds(60));
                stub.await(id, info -> info.turnId() == null);
                ends = ends(stub, id);
                stub.say(id, "and now, on another one?");
                awaitEnds(stub, id, ends + 1, Duration.ofSeconds(60));
            }
            while (!stub.story(id).contains("said hello")) {
                // On a busy machine an honest agent, too, may be too slow to begin.
                ends = ends(stub, id);
                stub.say(id, "and now?");
                awaitEnds(stub, id, ends + 1, Duration.ofSeconds(60));
                stub.await(id, info -> info.turnId() == null);
            }
            stub.await(id, info -> info.turnId() == null);
            assertThat(promptsWithoutEnd(stub.events(id))).isEmpty();
            stub.say(neighbour, "still there?");
            awaitEnds(stub, neighbour, 2, Duration.ofSeconds(60));
            assertThat(stub.story(neighbour)).doesNotContain("failure", "warning");
        }
    }

    private static boolean endsByItself(LiveStub stub, SessionId id) {
        return endsByItself(stub, id, 1);
    }

    private static boolean endsByItself(LiveStub stub, SessionId id, int count) {
        try {
            awaitEnds(stub, id, count, Duration.ofSeconds(4));
            return true;
        } catch (ConditionTimeoutException _) {
            return false;
        }
    }

    private static void awaitEnds(LiveStub stub, SessionId id, int count, Duration atMost) {
        Awaitility.await("turn ends of " + id)
                .atMost(atMost)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> ends(stub, id) >= count);
    }

    private static int ends(LiveStub stub, SessionId id) throws InterruptedException {
        return (int) stub.events(id).stream().filter(Event.TurnEnded.class::isInstance).count();
    }

    private static List<String> promptsWithoutEnd(List<Event> events) {
        var ended =
                events.stream()
                        .filter(Event.TurnEnded.class::isInstance)
                        .map(event -> ((Event.TurnEnded) event).turnId())
                        .toList();
        return events.stream()
                .filter(Event.UserSaid.class::isInstance)
                .map(event -> ((Event.UserSaid) event).messageId())
                .filter(turn -> java.util.Collections.frequency(ended, turn) != 1)
                .toList();
    }
}
