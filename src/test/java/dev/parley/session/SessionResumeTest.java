package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.testing.Processes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Sessions that go on, and those that must not.
@Timeout(120)
class SessionResumeTest {
    @TempDir Path directory;

    private LiveStub stub(LiveStub.Setup setup) {
        return new LiveStub(directory, setup);
    }

    private static NewSession resuming(
            SessionId id, String provider, String cwd, Permission permission) {
        return new NewSession(
                provider, null, cwd, permission, id.value(), null, List.of(), null, null, null);
    }

    private static NewSession startedWith(
            SessionId id, String system, List<String> directories, String home) {
        return new NewSession(
                null, null, null, null, id.value(), system, directories, home, null, null);
    }

    private static String refusal(LiveStub stub, NewSession request) {
        return assertThrows(Problem.class, () -> stub.sessions.start(request)).message();
    }

    @Test
    void aResumedSessionIsAsItWasOrAsItIsWantedNow() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            var nativeId = stub.await(id, SessionState.IDLE).nativeId();
            stub.sessions.switchMode(id, Permission.EDIT);
            stub.await(id, now -> now.permission() == Permission.EDIT);
            stub.sessions.close(id);
            stub.await(id, SessionState.COMPLETED);
            var again = stub.sessions.start(NewSession.resuming("stub:" + nativeId));
            assertEquals(id, again.id());
            assertEquals(Permission.EDIT, again.permission());
            var asking = resuming(id, null, null, Permission.ASK);
            var busy = assertThrows(Problem.class, () -> stub.sessions.start(asking));
            assertEquals(Problem.Kind.BUSY, busy.kind());
            stub.sessions.close(id);
            stub.await(id, SessionState.COMPLETED);
            assertEquals(Permission.ASK, stub.sessions.start(asking).permission());
        }
    }

    @Test
    void aResumedSessionIsNotAnotherOne() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            stub.await(id, SessionState.IDLE);
            stub.sessions.close(id);
            stub.await(id, SessionState.COMPLETED);
            assertEquals(
                    "The session " + id + " works in " + directory.toRealPath() + ".",
                    refusal(stub, resuming(id, null, "/", null)));
            assertEquals(
                    "The session " + id + " belongs to stub, not to demo.",
                    refusal(stub, resuming(id, "demo", null, null)));
            assertEquals(
                    "It is not clear whose session \"nobody\" is.",
                    refusal(stub, NewSession.resuming("nobody")));
            assertEquals(
                    "The directory of stub:nobody is not known.",
                    refusal(stub, NewSession.resuming("stub:nobody")));
            stub.directories.put(new SessionKey("stub", "nobody"), Path.of("/nowhere"));
            assertEquals(
                    "There is no directory \"/nowhere\".",
                    refusal(stub, NewSession.resuming("stub:nobody")));
            var unknown = SessionId.random();
            assertEquals(
                    "There is no live session " + unknown + ".",
                    refusal(stub, NewSession.resuming(unknown.value())));
        }
    }

    @Test
    void whatASessionWasStartedWithStays() throws Exception {
        var more = Files.createDirectory(directory.resolve("more")).toString();
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            stub.await(id, SessionState.IDLE);
            stub.sessions.close(id);
            assertEquals(
                    "The session " + id + " was started with no instructions (system).",
                    refusal(stub, startedWith(id, "Be brief.", List.of(), null)));
            assertEquals(
                    "The session " + id + " was started with no further directories.",
                    refusal(stub, startedWith(id, null, List.of(more), null)));
            assertEquals(
                    "The session " + id + " keeps the state of its CLI elsewhere.",
                    refusal(stub, startedWith(id, null, List.of(), more)));
        }
    }

    @Test
    void aSessionOfTheCliGoesOnWhereItWas() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var home = Files.createDirectory(directory.resolve("elsewhere")).toRealPath();
            stub.directories.put(new SessionKey("stub", "n-7"), home);
            assertEquals(home, stub.sessions.start(NewSession.resuming("stub:n-7")).cwd());
        }
    }

    @Test
    void aClosedSessionGivesItsNativeOneBackAndIsResumed() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            var nativeId = stub.await(id, SessionState.IDLE).nativeId();
            stub.sessions.close(id);
            assertEquals(SessionState.COMPLETED, stub.sessions.info(id).state());
            assertFalse(Processes.isAlive(stub.pids().getFirst()));
            // By its native id it is the same session again.
            var again =
                    stub.sessions.start(
                            new NewSession(
                                    null,
                                    null,
                                    directory.toString(),
                                    Permission.ASK,
                                    "stub:" + nativeId,
                                    null,
                                    List.of(),
                                    null,
                                    null,
                                    Action.Prompt.of("two")));
            assertEquals(id, again.id());
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .endsWith(
                            "session.end completed\nuser two\nturn.start prompt\nsaid echo two\nturn.end completed");
            assertEquals(2, stub.pids().size());
        }
    }

    /// Its own CLI may have gone on with it meanwhile, and a process may remember how it was.
    @Test
    void aSharedProcessDoesNotGetASessionBackThatItWasLeftWith() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN.sharing("everything"))) {
            var busy = stub.startSaying("wait");
            stub.awaitTurn(busy);
            var id = stub.startSaying("one");
            stub.await(id, SessionState.IDLE);
            assertEquals(1, stub.pids().size());
            stub.sessions.close(id);
            stub.say(id, "two");
            stub.await(id, SessionState.IDLE);
            assertEquals(2, stub.pids().size());
            assertTrue(Processes.isAlive(stub.pids().getFirst()));
            stub.sessions.interrupt(busy);
            stub.await(busy, SessionState.IDLE);
            stub.sessions.close(id);
            stub.say(id, "three");
            stub.await(id, SessionState.IDLE);
            // The one it was on before has nothing to do and makes room.
            Processes.awaitEnd(stub.pids().get(0));
            assertThat(stub.story(id)).endsWith("said echo three\nturn.end completed");
        }
    }

    /// Most CLIs do not know a session any more in which nothing was said.
    @Test
    void aSessionWithoutAWordBeginsAnewWhenItIsResumed() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.start();
            var nativeId = stub.await(id, SessionState.IDLE).nativeId();
            stub.sessions.close(id);
            Files.delete(directory.resolve("native/" + nativeId));
            stub.say(id, "hello");
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .endsWith("user hello\nturn.start prompt\nsaid echo hello\nturn.end completed");
        }
    }

    @Test
    void whoClosesASessionCanResumeItAtOnce() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            var key = "stub:" + stub.await(id, SessionState.IDLE).nativeId();
            for (var round = 0; round < 50; round++) {
                stub.sessions.close(id);
                assertEquals(id, stub.sessions.start(NewSession.resuming(key)).id());
            }
        }
    }

    @Test
    void aSecondWriterIsRefused() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            var info = stub.await(id, SessionState.IDLE);
            var again =
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
                            null);
            var problem = assertThrows(Problem.class, () -> stub.sessions.start(again));
            assertEquals(Problem.Kind.BUSY, problem.kind());
            assertThat(problem.message()).contains(id.value());
        }
    }

    @Test
    void whatATerminalShowsIsNotWrittenToUntilItIsClosed() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            var nativeId = String.valueOf(stub.await(id, SessionState.IDLE).nativeId());
            stub.sessions.close(id);
            stub.inTerminal.add(new SessionKey("stub", nativeId));
            var problem = assertThrows(Problem.class, () -> stub.say(id, "two"));
            assertEquals(
                    "The session stub:" + nativeId + " is open in a terminal.", problem.message());
            assertThrows(
                    Problem.class,
                    () -> stub.sessions.start(NewSession.resuming("stub:" + nativeId)));
            assertEquals(SessionState.COMPLETED, stub.sessions.info(id).state());
            stub.inTerminal.clear();
            stub.say(id, "three");
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .endsWith(
                            "session.end completed\nuser three\nturn.start prompt\nsaid echo three\nturn.end completed");
        }
    }
}
