package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.NewSession;
import dev.parley.api.SessionState;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.testing.Processes;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// What becomes of a session whose process is taken away, by the pool, a crash, or its own provider
/// that forgets.
@Timeout(120)
class RecoveryTest {
    @TempDir Path directory;

    private LiveStub stub(LiveStub.Setup setup) {
        return new LiveStub(directory, setup);
    }

    private static LiveStub.Setup atMost(int processes) {
        return LiveStub.Setup.PLAIN.with(Duration.ofMinutes(10), processes, Duration.ofHours(1));
    }

    @Test
    void theLeastRecentlyUsedProcessMakesPlace() throws Exception {
        try (var stub = stub(atMost(2))) {
            var one = stub.startSaying("one");
            stub.await(one, SessionState.IDLE);
            var two = stub.startSaying("two");
            stub.await(two, SessionState.IDLE);
            stub.say(one, "again");
            stub.await(one, info -> info.lastSequence() >= 9);
            var three = stub.startSaying("three");
            stub.await(three, SessionState.IDLE);
            stub.await(two, info -> !info.isWarm());
            assertTrue(stub.sessions.info(one).isWarm());
            assertEquals(SessionState.IDLE, stub.sessions.info(two).state());
            // It comes back on a process of its own, with its native session.
            var nativeId = stub.sessions.info(two).nativeId();
            stub.say(two, "again");
            var again = stub.await(two, info -> info.lastSequence() >= 9 && info.isWarm());
            assertEquals(nativeId, again.nativeId());
            assertThat(stub.heard()).contains("join " + nativeId + " ");
        }
    }

    @Test
    void aRunningTurnIsNeverEvicted() throws Exception {
        try (var stub = stub(atMost(1))) {
            var busy = stub.startSaying("wait");
            stub.awaitTurn(busy);
            var waits = stub.startSaying("one");
            Awaitility.await()
                    .until(() -> stub.story(waits).contains("warning waiting_for_process"));
            assertEquals(SessionState.STARTING, stub.sessions.info(waits).state());
            assertEquals(SessionState.RUNNING, stub.sessions.info(busy).state());
            stub.sessions.interrupt(busy);
            stub.await(waits, SessionState.IDLE);
            assertThat(stub.story(waits)).endsWith("said echo one\nturn.end completed");
        }
    }

    @Test
    void whoWaitsForAPlaceCanGiveUp() throws Exception {
        try (var stub = stub(atMost(1))) {
            var busy = stub.startSaying("wait");
            stub.awaitTurn(busy);
            var givesUp = stub.startSaying("one");
            var waits = stub.startSaying("two");
            Awaitility.await()
                    .until(() -> stub.story(waits).contains("warning waiting_for_process"));
            assertTrue(stub.sessions.interrupt(givesUp));
            stub.sessions.close(givesUp);
            stub.sessions.interrupt(busy);
            stub.await(waits, SessionState.IDLE);
            assertFalse(stub.story(givesUp).contains("echo"));
        }
    }

    @Test
    void anIdleProcessEnds() throws Exception {
        try (var stub =
                stub(LiveStub.Setup.PLAIN.with(Duration.ofMillis(200), 10, Duration.ofHours(1)))) {
            var id = stub.startSaying("one");
            stub.await(id, SessionState.IDLE);
            stub.pids().forEach(Processes::awaitEnd);
            assertFalse(stub.await(id, info -> !info.isWarm()).isWarm());
            stub.say(id, "two");
            stub.await(id, info -> info.lastSequence() >= 9);
            assertThat(stub.story(id)).endsWith("said echo two\nturn.end completed");
        }
    }

    @Test
    void conversationsShareAProcessWhereTheirProviderCan() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN.sharing("everything"))) {
            var one = stub.startSaying("wait");
            var two = stub.startSaying("two");
            stub.awaitTurn(one);
            stub.await(two, SessionState.IDLE);
            stub.sessions.close(two);
            assertEquals(SessionState.RUNNING, stub.sessions.info(one).state());
            assertEquals(1, stub.pids().size());
            Awaitility.await()
                    .until(() -> stub.heard().stream().anyMatch(l -> l.startsWith("leave")));
        }
    }

    @Test
    void aCrashEndsTheTurnAndTheNextPromptGoesOn() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            var nativeId = stub.await(id, SessionState.IDLE).nativeId();
            stub.say(id, "crash");
            stub.await(id, info -> !info.isWarm() && info.turnId() == null);
            assertThat(stub.story(id))
                    .endsWith(
                            "user crash\nturn.start prompt\nwarning process_ended\nturn.end error");
            stub.say(id, "two");
            assertEquals(nativeId, stub.await(id, info -> info.lastSequence() >= 13).nativeId());
            assertThat(stub.story(id))
                    .endsWith("user two\nturn.start prompt\nsaid echo two\nturn.end completed");
            assertEquals(1, stub.heard().stream().filter(line -> line.endsWith("crash")).count());
        }
    }

    @Test
    void aCrashHitsAllConversationsOfItsProcessAndNoOther() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN.sharing("directory"))) {
            var one = stub.startSaying("wait");
            var elsewhere =
                    stub.sessions
                            .start(
                                    NewSession.with(
                                                    "stub",
                                                    Files.createDirectory(directory.resolve("x"))
                                                            .toString(),
                                                    null)
                                            .saying(Action.Prompt.of("wait")))
                            .id();
            stub.awaitTurn(one);
            stub.awaitTurn(elsewhere);
            var two = stub.startSaying("crash");
            stub.await(one, SessionState.IDLE);
            stub.await(two, SessionState.IDLE);
            assertThat(stub.story(one)).endsWith("warning process_ended\nturn.end error");
            assertEquals(SessionState.RUNNING, stub.sessions.info(elsewhere).state());
        }
    }

    @Test
    void whatIsQueuedGoesOnAfterACrash() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("wait");
            stub.awaitTurn(id);
            stub.say(id, "two");
            ProcessHandle.of(stub.pids().getFirst()).orElseThrow().destroyForcibly();
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .endsWith(
                            "warning process_ended\nturn.end error\nuser two\nturn.start prompt\nsaid echo two\nturn.end completed");
        }
    }

    @Test
    void aForgottenSessionIsRebuiltFromOurRecord() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("my name is Ada");
            var first = stub.await(id, SessionState.IDLE).nativeId();
            ProcessHandle.of(stub.pids().getFirst()).orElseThrow().destroyForcibly();
            stub.await(id, info -> !info.isWarm());
            Files.delete(directory.resolve("native").resolve(first));
            stub.say(id, "who am I?");
            var second =
                    stub.await(id, info -> info.lastSequence() >= 10 && info.isWarm()).nativeId();
            assertThat(second).isNotEqualTo(first);
            assertThat(stub.story(id))
                    .contains("user who am I?\nwarning session_rebuilt\nturn.start prompt");
            assertThat(stub.heard().getLast())
                    .contains("User: my name is Ada\\n\\nAssistant: echo my name is Ada")
                    .endsWith("The user now says:\\n\\nwho am I?")
                    .doesNotContain("User: who am I?");
        }
    }

    @Test
    void aSessionThatNobodyKnowsIsAnError() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var request =
                    new NewSession(
                            "stub",
                            null,
                            directory.toString(),
                            null,
                            "never-heard-of",
                            null,
                            java.util.List.of(),
                            null,
                            null,
                            Action.Prompt.of("hello"));
            var id = stub.sessions.start(request).id();
            stub.await(id, SessionState.ERROR);
            assertThat(stub.story(id)).endsWith("failure unknown_session\nturn.end error");
        }
    }

    /// Its exit code would be that of the signal that Parley sent.
    @Test
    void anAgentThatClosesItsOutputIsSaidToHaveDoneSo() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            Files.writeString(directory.resolve("stub"), "#!/bin/sh\nexec >&-\nexec sleep 60\n");
            var id = stub.startSaying("one");
            stub.await(id, SessionState.ERROR);
            var failures =
                    stub.sessions.events(id, 0, 100).stream()
                            .map(recorded -> recorded.envelope().event())
                            .filter(Event.Failed.class::isInstance)
                            .map(failed -> ((Event.Failed) failed).message())
                            .toList();
            assertThat(failures).isNotEmpty().noneMatch(message -> message.contains("143"));
            assertThat(failures.getFirst()).contains("closed its output");
        }
    }

    @Test
    void anAgentThatCannotStartIsAnErrorAndCanBeTriedAgain() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var script = Files.readString(directory.resolve("stub"));
            Files.writeString(directory.resolve("stub"), "#!/bin/sh\necho no key >&2\nexit 41\n");
            var id = stub.startSaying("one");
            stub.say(id, "two");
            stub.await(id, SessionState.ERROR);
            assertThat(stub.story(id)).contains("failure failed\nturn.end error");
            Files.writeString(directory.resolve("stub"), script);
            stub.say(id, "three");
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id)).endsWith("said echo three\nturn.end completed");
        }
    }

    @Test
    void whatCannotBeStoredIsNotShownAndEndsTheProcess() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            stub.await(id, SessionState.IDLE);
            stub.database.write(store -> store.update("alter table live_event rename to hidden"));
            try (var events = stub.sessions.follow(id, 1_000)) {
                stub.say(id, "wait");
                stub.await(id, SessionState.ERROR);
                stub.pids().forEach(Processes::awaitEnd);
                stub.database.write(
                        store -> store.update("alter table hidden rename to live_event"));
                assertThat(events.poll()).isEmpty();
            }
            assertThat(stub.story(id)).doesNotContain("user wait");
        }
    }
}
