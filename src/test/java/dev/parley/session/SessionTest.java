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
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.testing.Processes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Sessions on a real child process.
@Timeout(120)
class SessionTest {
    @TempDir Path directory;

    private LiveStub stub(LiveStub.Setup setup) {
        return new LiveStub(directory, setup);
    }

    @Test
    void manyTurnsRunOnOneProcess() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            stub.await(id, SessionState.IDLE);
            stub.say(id, "two");
            stub.await(id, info -> info.state() == SessionState.IDLE && info.lastSequence() >= 9);
            assertEquals(
                    """
                    session.start
                    user one
                    turn.start prompt
                    said echo one
                    turn.end completed
                    user two
                    turn.start prompt
                    said echo two
                    turn.end completed\
                    """,
                    stub.story(id).replace("user one\nsession.start", "session.start\nuser one"));
            assertEquals(1, stub.pids().size());
        }
    }

    @Test
    void aSessionKnowsWhatItIs() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("Fix the bug\nin the parser");
            var info = stub.await(id, SessionState.IDLE);
            assertEquals("stub", info.provider());
            assertEquals("stub-1", info.model());
            assertEquals("Fix the bug", info.title());
            assertEquals(Permission.ASK, info.permission());
            assertThat(info.nativeId()).startsWith("n");
            assertTrue(info.isWarm());
            assertEquals(List.of(info.id()), ids(stub.sessions.list(10)));
        }
    }

    private static List<SessionId> ids(List<SessionInfo> sessions) {
        return sessions.stream().map(SessionInfo::id).toList();
    }

    @Test
    void promptsWaitForTheRunningTurn() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("wait");
            stub.awaitTurn(id);
            stub.say(id, "next");
            var unwanted = stub.say(id, "unwanted");
            assertEquals(2, stub.sessions.info(id).queued());
            assertTrue(stub.sessions.cancel(id, unwanted));
            assertFalse(stub.sessions.cancel(id, unwanted));
            assertTrue(stub.sessions.interrupt(id));
            stub.await(id, SessionState.IDLE);
            assertFalse(stub.sessions.interrupt(id));
            assertThat(stub.story(id))
                    .endsWith(
                            """
                            turn.queued next
                            turn.queued unwanted
                            turn.end interrupted
                            turn.end interrupted
                            user next
                            turn.start prompt
                            said echo next
                            turn.end completed\
                            """);
        }
    }

    @Test
    void aWordGoesIntoTheRunningTurnWhereTheProviderCan() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN.also("STEER"))) {
            var id = stub.startSaying("wait");
            stub.awaitTurn(id);
            var running = stub.sessions.info(id).turnId();
            assertEquals(running, stub.sessions.ask(id, Action.Steer.of("faster")).turnId());
            stub.sessions.interrupt(id);
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .endsWith("user faster\nsaid steered faster\nturn.end interrupted");
        }
    }

    @Test
    void aToolThatIsNotOfferedIsAnsweredWithAnError() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("call lookup");
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .endsWith("said answered There is no tool lookup.\nturn.end completed");
        }
    }

    @Test
    void whatAProviderCannotIsRefused() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.start();
            stub.await(id, SessionState.IDLE);
            var picture = new Action.Image("image/png", "AAAA");
            for (var prompt :
                    List.<Action>of(
                            Action.Steer.of("x"),
                            Action.Prompt.of("look", List.of(picture)),
                            Action.Prompt.of(" "),
                            Action.Prompt.of(""))) {
                var problem = assertThrows(Problem.class, () -> stub.sessions.ask(id, prompt));
                assertEquals(Problem.Kind.INVALID_REQUEST, problem.kind());
            }
            assertThrows(Problem.class, () -> stub.sessions.switchMode(id, Permission.BYPASS));
            assertThrows(Problem.class, () -> stub.sessions.switchModel(id, " "));
            assertThrows(Problem.class, () -> stub.sessions.info(SessionId.random()));
            assertThrows(
                    Problem.class,
                    () -> stub.sessions.start(NewSession.with("stub", "/nowhere", Permission.ASK)));
            assertEquals(List.of(), stub.heard().stream().filter(l -> l.startsWith("p")).toList());
        }
    }

    @ParameterizedTest
    @CsvSource({"image/png,!!", "image/png,''", "image/png,", "text/plain,AAAA", ",AAAA"})
    void whatIsNoPictureIsRefused(String mediaType, String data) {
        var prompt = Action.Prompt.of("look", List.of(new Action.Image(mediaType, data)));
        var problem = assertThrows(Problem.class, () -> SessionAdmission.turn(prompt));
        assertEquals("A picture of the prompt is not one.", problem.message());
    }

    @Test
    void picturesGoAlong() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN.also("IMAGES"))) {
            var id = stub.start();
            var picture = new Action.Image("image/png", "AAAA");
            stub.sessions.ask(id, Action.Prompt.of("look", List.of(picture)));
            stub.await(id, info -> info.lastSequence() >= 5);
            assertThat(stub.story(id)).contains("said echo look +1");
        }
    }

    @Test
    void modelAndModeAreSwitchedAndKept() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            stub.await(id, SessionState.IDLE);
            stub.sessions.switchModel(id, "m-2");
            stub.sessions.switchMode(id, Permission.EDIT);
            var info = stub.await(id, now -> now.permission() == Permission.EDIT);
            assertEquals("m-2", info.model());
            // A new process starts with them.
            stub.sessions.close(id);
            Processes.awaitEnd(kill(stub.pids().getFirst()));
            stub.sessions.start(NewSession.resuming(id.value()).saying(Action.Prompt.of("two")));
            stub.await(id, SessionState.IDLE);
            assertEquals(List.of("live", "live --model=m-2"), stub.lines("arguments"));
        }
    }

    private static long kill(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        return pid;
    }

    @Test
    void anAgentMayGoOnByItself() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("alone");
            stub.await(id, info -> "own1".equals(info.turnId()));
            assertEquals(SessionState.RUNNING, stub.sessions.info(id).state());
            stub.say(id, "after you");
            assertEquals(1, stub.sessions.info(id).queued());
            assertThat(stub.story(id))
                    .endsWith("turn.start agent\nsaid by myself\nturn.queued after you");
        }
    }

    @Test
    void closingEndsWhatRunsAndWaits() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("wait");
            stub.awaitTurn(id);
            stub.say(id, "never");
            stub.sessions.close(id);
            assertThat(stub.story(id))
                    .endsWith(
                            "turn.queued never\nturn.end interrupted\nturn.end interrupted\nsession.end completed");
            stub.pids().forEach(Processes::awaitEnd);
        }
    }

    @Test
    void aFaultInTheDialectCostsOneLine() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("boom");
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id)).contains("\"text\":\"boom\"").endsWith("turn.end completed");
        }
    }

    @Test
    void aTurnCanBeRunFromItsPromptToItsEnd() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN.sharing("everything"))) {
            var seen = new ArrayList<Event>();
            for (var prompt : List.of("one", "two")) {
                var info =
                        stub.sessions.turn(
                                stub.request().saying(Action.Prompt.of(prompt)),
                                recorded -> seen.add(recorded.envelope().event()));
                assertEquals(SessionState.IDLE, info.state());
                stub.sessions.close(info.id());
            }
            assertThat(seen)
                    .contains(
                            new Event.AssistantSaid("echo one", null),
                            new Event.AssistantSaid("echo two", null));
            assertThat(seen.getLast()).isInstanceOf(Event.TurnEnded.class);
            assertEquals(1, stub.pids().size());
        }
    }

    /// Interrupted while a process starts, nobody else would close it.
    @Test
    void whoeverRunsATurnKnowsItsSessionBeforeAProcessStarts() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var begun = new ArrayList<SessionId>();
            assertThrows(
                    InterruptedException.class,
                    () ->
                            stub.sessions.turn(
                                    stub.request().saying(Action.Prompt.of("one")),
                                    Lent.NOTHING,
                                    id -> {
                                        begun.add(id);
                                        assertThat(stub.pids()).isEmpty();
                                        Thread.currentThread().interrupt();
                                    },
                                    _ -> {}));
            stub.sessions.close(begun.getFirst());
            assertFalse(stub.sessions.info(begun.getFirst()).isWarm());
        }
    }

    @Test
    void nothingIsLeftWhenParleyCloses() throws Exception {
        List<Long> pids;
        SessionId busy;
        SessionId quiet;
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            busy = stub.startSaying("wait");
            quiet = stub.startSaying("one");
            stub.awaitTurn(busy);
            stub.await(quiet, SessionState.IDLE);
            pids = stub.pids();
        }
        pids.forEach(Processes::awaitEnd);
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            assertEquals(SessionState.INTERRUPTED, stub.sessions.info(busy).state());
            assertEquals(SessionState.IDLE, stub.sessions.info(quiet).state());
            stub.say(busy, "again");
            stub.await(busy, SessionState.IDLE);
            assertThat(stub.story(busy))
                    .endsWith(
                            "turn.end interrupted\nuser again\nturn.start prompt\nsaid echo again\nturn.end completed");
        }
    }
}
