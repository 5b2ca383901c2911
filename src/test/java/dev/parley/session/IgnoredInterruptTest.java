package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.SessionState;
import dev.parley.testing.Processes;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Agents that do not stop when they are told to.
@Timeout(120)
class IgnoredInterruptTest {
    private static final LiveStub.Setup IMPATIENT =
            LiveStub.Setup.PLAIN.with(Duration.ofMillis(100));

    @TempDir Path directory;

    @Test
    void theProcessIsEndedAndTheNextPromptGoesOnWithTheSession() throws Exception {
        try (var stub = new LiveStub(directory, IMPATIENT)) {
            var id = stub.startSaying("deaf");
            stub.awaitTurn(id);
            var nativeId = stub.sessions.info(id).nativeId();
            assertTrue(stub.sessions.interrupt(id));
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .endsWith("turn.start prompt\nwarning interrupt_ignored\nturn.end interrupted");
            Processes.awaitEnd(stub.pids().getFirst());
            stub.say(id, "again");
            stub.await(id, info -> info.state() == SessionState.IDLE && info.isWarm());
            assertThat(stub.story(id))
                    .endsWith(
                            "turn.end interrupted\nuser again\nturn.start prompt\nsaid echo again\nturn.end completed");
            assertEquals(2, stub.pids().size());
            assertThat(stub.heard()).contains("join " + nativeId + " ");
        }
    }

    @Test
    void whatIsQueuedGoesOnOnceTheProcessIsGone() throws Exception {
        try (var stub = new LiveStub(directory, IMPATIENT)) {
            var id = stub.startSaying("deaf");
            stub.awaitTurn(id);
            stub.say(id, "next");
            stub.sessions.interrupt(id);
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .endsWith(
                            """
                            turn.queued next
                            warning interrupt_ignored
                            turn.end interrupted
                            user next
                            turn.start prompt
                            said echo next
                            turn.end completed\
                            """);
            assertFalse(Processes.isAlive(stub.pids().getFirst()));
        }
    }

    @Test
    void aSharedProcessEndsOnlyWhenNoOtherSessionWorksOnIt() throws Exception {
        try (var stub = new LiveStub(directory, IMPATIENT.sharing("everything"))) {
            var ignored = stub.startSaying("stubborn");
            stub.awaitTurn(ignored);
            var other = stub.startSaying("wait");
            stub.awaitTurn(other);
            var shared = stub.pids().getFirst();
            stub.sessions.interrupt(ignored);
            stub.await(ignored, SessionState.IDLE);
            assertThat(stub.story(ignored))
                    .endsWith("warning interrupt_ignored\nturn.end interrupted");
            assertEquals(SessionState.RUNNING, stub.sessions.info(other).state());
            stub.say(ignored, "again");
            stub.await(ignored, info -> info.state() == SessionState.IDLE && info.isWarm());
            assertThat(stub.story(ignored)).endsWith("said echo again\nturn.end completed");
            assertEquals(2, stub.pids().size());
            assertTrue(Processes.isAlive(shared));
            stub.sessions.interrupt(other);
            stub.await(other, SessionState.IDLE);
            assertThat(stub.story(other))
                    .endsWith("warning interrupt_ignored\nturn.end interrupted");
            Processes.awaitEnd(shared);
        }
    }

    @Test
    void oneThatObeysKeepsItsProcess() throws Exception {
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("wait");
            stub.awaitTurn(id);
            stub.sessions.interrupt(id);
            stub.await(id, SessionState.IDLE);
            stub.say(id, "again");
            stub.await(id, info -> info.state() == SessionState.IDLE && info.lastSequence() >= 8);
            assertThat(stub.story(id)).doesNotContain("interrupt_ignored");
            assertEquals(1, stub.pids().size());
        }
    }

    @Test
    void timeRunsFromTheFirstInterruptAndStopsWithTheTurn() {
        var grace = new InterruptGrace(Duration.ofMillis(1));
        assertEquals(Optional.empty(), grace.untilOver());
        assertFalse(grace.isOver());
        grace.asked();
        Awaitility.await().until(grace::isOver);
        grace.asked();
        assertTrue(grace.isOver());
        grace.obeyed();
        assertEquals(Optional.empty(), grace.untilOver());
    }
}
