package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.testing.Processes;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Two Parley processes with one database, one of them killed or not.
@Timeout(180)
class SeveralParleysTest {
    @TempDir Path directory;

    @Test
    void sessionsOfAKilledParleyAreInterruptedAndGoOn() throws Exception {
        List<SessionId> ids;
        try (var other = new LiveHost(directory, "wait here", "ask git push", "one")) {
            ids = other.sessions();
            other.kill();
        }
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            stub.pids().forEach(Processes::awaitEnd);
            assertEquals(
                    List.of(
                            SessionState.INTERRUPTED,
                            SessionState.INTERRUPTED,
                            SessionState.INTERRUPTED),
                    stub.sessions.list(10).stream().map(SessionInfo::state).toList());
            assertEquals(
                    """
                    session.start
                    user wait here
                    turn.start prompt
                    turn.queued queued
                    warning parley_ended
                    turn.end interrupted
                    turn.end interrupted\
                    """,
                    sorted(stub.story(ids.getFirst())));
            assertThat(stub.story(ids.get(1)))
                    .endsWith(
                            "asked run git push\nanswered false by agent\nwarning parley_ended\nturn.end interrupted");
            assertThat(stub.story(ids.get(2))).endsWith("said echo one\nturn.end completed");
            var before = stub.sessions.info(ids.getFirst());
            stub.say(ids.getFirst(), "go on");
            var after = stub.await(ids.getFirst(), SessionState.IDLE);
            assertEquals(
                    List.of(before.nativeId(), before.cwd(), Permission.ASK),
                    List.of(after.nativeId(), after.cwd(), after.permission()));
            assertThat(stub.story(ids.getFirst())).endsWith("said echo go on\nturn.end completed");
        }
    }

    /// The session may start before or after its first prompt is said.
    private static String sorted(String story) {
        return story.replace("user wait here\nsession.start", "session.start\nuser wait here");
    }

    @Test
    void oneParleyFollowsButDoesNotTouchTheSessionsOfTheOther() throws Exception {
        try (var other = new LiveHost(directory, "one");
                var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = other.sessions().getFirst();
            var info = stub.sessions.info(id);
            assertEquals(SessionState.IDLE, info.state());
            assertEquals(other.pid(), info.owner());
            assertEquals(
                    List.of(id), stub.sessions.list(10).stream().map(SessionInfo::id).toList());
            assertTrue(stub.sessions.isLive("stub", info.nativeId()));
            for (var attempt :
                    List.<org.junit.jupiter.api.function.Executable>of(
                            () -> stub.say(id, "two"),
                            () -> stub.sessions.close(id),
                            () -> stub.sessions.interrupt(id),
                            () -> stub.sessions.cancel(id, "t1"),
                            () -> stub.sessions.ask(id, Action.Decide.allow("r1")),
                            () ->
                                    stub.sessions.start(
                                            new NewSession(
                                                    "stub",
                                                    null,
                                                    directory.toString(),
                                                    null,
                                                    info.nativeId(),
                                                    null,
                                                    List.of(),
                                                    null,
                                                    null,
                                                    null)))) {
                var problem = assertThrows(Problem.class, attempt);
                assertEquals(Problem.Kind.BUSY, problem.kind());
                assertThat(problem.message()).contains("process " + other.pid());
            }
            try (var events = stub.sessions.follow(id, 0)) {
                for (var sequence = 1; sequence <= info.lastSequence(); sequence++) {
                    assertEquals(sequence, events.next().orElseThrow().sequence());
                }
                assertThat(events.poll()).isEmpty();
            }
            // It is there for us as soon as the other is gone.
            other.kill();
            stub.say(id, "two");
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id)).endsWith("said echo two\nturn.end completed");
        }
    }

    @Test
    void theSessionOfAKilledParleyThatNobodyReapedIsFree() throws Exception {
        try (var other = LiveHost.neverReaped(directory, "one");
                var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = other.sessions().getFirst();
            other.kill();
            assertTrue(ProcessHandle.of(other.pid()).isPresent(), "it is there, but has ended");
            stub.say(id, "two");
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id)).endsWith("said echo two\nturn.end completed");
        }
    }

    @Test
    void aSessionIsLiveUntilTwoSecondsAfterItsEnd() throws Exception {
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            var nativeId = stub.await(id, SessionState.IDLE).nativeId();
            assertTrue(stub.sessions.isLive("stub", nativeId));
            assertFalse(stub.sessions.isLive("stub", "another"));
            stub.sessions.close(id);
            assertTrue(stub.sessions.isLive("stub", nativeId));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> !stub.sessions.isLive("stub", nativeId));
        }
    }
}
