package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.SessionState;
import dev.parley.session.pool.StartLimit;
import dev.parley.store.OwnerProcess;
import dev.parley.testing.Processes;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Agents that take long to begin, or never do, and people who do not wait for them.
@Timeout(120)
class SlowStartTest {
    /// Begins only when the file `answer` is there, and looks like what the test wants until then.
    private static final String LATE =
            """
            echo $$ >> "$HOME/pids"
            trap '' TERM
            while read -r word conversation a rest; do
              case $word in
              join) while [ ! -f "$HOME/answer" ]; do %s; done; echo "joined $conversation n1" ;;
              prompt) echo "start $conversation $a"; echo "said $conversation echo $rest"
                      echo "end $conversation $a COMPLETED" ;;
              esac
            done
            """;

    private static final LiveStub.Setup IMPATIENT =
            LiveStub.Setup.PLAIN.startingWithin(Duration.ofSeconds(3));

    @TempDir Path directory;

    private LiveStub late(LiveStub.Setup setup, String meanwhile) {
        return new LiveStub(directory, setup, OwnerProcess.self(), LATE.formatted(meanwhile));
    }

    @Test
    void oneThatNeverBeginsIsEndedAndEverybodyWhoWaitsIsTold() throws Exception {
        try (var stub = late(IMPATIENT, "sleep 0.1")) {
            var id = stub.startSaying("one");
            stub.say(id, "two");
            stub.say(id, "three");
            stub.await(id, SessionState.ERROR);
            assertEquals(
                    """
                    session.start
                    user one
                    turn.queued two
                    turn.queued three
                    failure start_timeout
                    turn.end error
                    turn.end error
                    turn.end error\
                    """,
                    stub.story(id));
            Processes.awaitEnd(stub.pids().getFirst());
            directory.resolve("answer").toFile().createNewFile();
            stub.say(id, "four");
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id)).endsWith("said echo four\nturn.end completed");
            assertEquals(2, stub.pids().size());
        }
    }

    @Test
    void onePromptlessStartEndsAsWell() throws Exception {
        try (var stub = late(IMPATIENT, "sleep 0.1")) {
            var id = stub.start();
            stub.await(id, SessionState.ERROR);
            assertEquals("session.start\nfailure start_timeout", stub.story(id));
        }
    }

    /// One says something now and then, the other one only works.
    @ParameterizedTest
    @ValueSource(strings = {"echo loading; sleep 0.05", ":"})
    void oneThatShowsSignsOfLifeHasMoreTime(String sign) throws Exception {
        try (var stub = late(LiveStub.Setup.PLAIN.startingWithin(Duration.ofSeconds(2)), sign)) {
            var id = stub.startSaying("one");
            var began = System.nanoTime();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> System.nanoTime() - began > Duration.ofSeconds(5).toNanos());
            assertEquals(SessionState.STARTING, stub.sessions.info(id).state());
            directory.resolve("answer").toFile().createNewFile();
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id)).endsWith("said echo one\nturn.end completed");
        }
    }

    @Test
    void signsOfLifeDoNotHelpForEver() {
        var lines = new AtomicReference<>(new StartLimit.Signs(0, Duration.ZERO));
        var limit = new StartLimit(Duration.ofMillis(50));
        limit.begun(() ->
                lines.updateAndGet(now -> new StartLimit.Signs(now.lines() + 1, Duration.ZERO)));
        Awaitility.await()
                .pollInterval(Duration.ofMillis(1))
                .until(() -> limit.exceeded().isPresent());
        assertThat(lines.get().lines()).isGreaterThan(2);
        limit.over();
        assertTrue(limit.exceeded().isEmpty());
        assertTrue(limit.untilDue().isEmpty());
    }

    /// One that answers the first request and then hangs.
    @Test
    void silenceCountsFromTheLastSign() throws Exception {
        var lines = new AtomicLong();
        var limit = new StartLimit(Duration.ofSeconds(2));
        limit.begun(() -> new StartLimit.Signs(lines.get(), Duration.ZERO));
        var began = System.nanoTime();
        Thread.sleep(300);
        lines.incrementAndGet();
        var excess =
                Awaitility.await()
                        .pollInterval(Duration.ofMillis(10))
                        .until(limit::exceeded, Optional::isPresent);
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isGreaterThanOrEqualTo(Duration.ofMillis(2300));
        assertThat(excess.orElseThrow()).contains("no sign of life for 2 seconds");
    }

    @Test
    void anInterruptEndsTheStartAndWhatIsQueuedGoesOn() throws Exception {
        try (var stub = late(LiveStub.Setup.PLAIN, "sleep 0.1")) {
            var id = stub.startSaying("one");
            stub.say(id, "two");
            stub.await(id, info -> info.state() == SessionState.STARTING);
            Awaitility.await().until(() -> stub.pids().size() == 1);
            assertTrue(stub.sessions.interrupt(id));
            assertThat(stub.story(id)).endsWith("turn.queued two\nturn.end interrupted");
            directory.resolve("answer").toFile().createNewFile();
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id)).endsWith("said echo two\nturn.end completed");
            Processes.awaitEnd(stub.pids().getFirst());
            assertEquals(2, stub.pids().size());
        }
    }

    /// With no turn, and again while the process before it is ending.
    @Test
    void anInterruptEndsAStartWithoutATurnAndATurnThatWaitsForTheEnd() throws Exception {
        try (var stub = late(LiveStub.Setup.PLAIN, "sleep 0.1")) {
            var id = stub.start();
            Awaitility.await().until(() -> stub.pids().size() == 1);
            assertTrue(stub.sessions.interrupt(id));
            assertEquals(SessionState.IDLE, stub.sessions.info(id).state());
            assertFalse(stub.sessions.interrupt(id));
            stub.say(id, "one");
            assertTrue(stub.sessions.interrupt(id));
            assertEquals(
                    "session.start\nwarning interrupted\nturn.queued one\nturn.end interrupted",
                    stub.story(id));
            Processes.awaitEnd(stub.pids().getFirst());
            stub.await(id, SessionState.IDLE);
            assertEquals(1, stub.pids().size());
        }
    }

    @Test
    void aSharedProcessGoesOnForTheOthers() throws Exception {
        var agent =
                """
                echo $$ >> "$HOME/pids"
                while read -r word conversation a rest; do
                  case $word in
                  join) n=$((n + 1)); [ $n = 2 ] || echo "joined $conversation n$$x$n" ;;
                  prompt) echo "start $conversation $a" ;;
                  interrupt) echo "end $conversation $a INTERRUPTED" ;;
                  esac
                done
                """;
        var setup = IMPATIENT.sharing("everything");
        try (var stub = new LiveStub(directory, setup, OwnerProcess.self(), agent)) {
            var busy = stub.startSaying("one");
            stub.awaitTurn(busy);
            var ignored = stub.startSaying("two");
            stub.await(ignored, SessionState.ERROR);
            assertEquals(SessionState.RUNNING, stub.sessions.info(busy).state());
            assertTrue(Processes.isAlive(stub.pids().getFirst()));
            stub.say(ignored, "three");
            stub.awaitTurn(ignored);
            assertEquals(2, stub.pids().size());
            stub.sessions.interrupt(busy);
            Processes.awaitEnd(stub.pids().getFirst());
        }
    }

    @Test
    void anInterruptOfAClosedSessionFindsNothingAndOpensNothing() throws Exception {
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            stub.await(id, SessionState.IDLE);
            stub.sessions.close(id);
            assertFalse(stub.sessions.interrupt(id));
            assertEquals(SessionState.COMPLETED, stub.sessions.info(id).state());
        }
    }
}
