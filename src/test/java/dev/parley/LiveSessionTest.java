package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.api.LoggedEvent;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.testing.Processes;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Live sessions of the whole program with the demo agent, which speaks ACP.
@Timeout(180)
class LiveSessionTest {
    @TempDir Path directory;
    private Path work;
    private App app;

    @BeforeEach
    void start() throws Exception {
        work = Files.createDirectory(directory.resolve("work")).toRealPath();
        app = newApp();
    }

    private App newApp() {
        return new App(
                Map.of(
                        "PARLEY_HOME",
                        directory.resolve("parley").toString(),
                        "PARLEY_DEMO_HOME",
                        directory.resolve("demo").toString(),
                        "PATH",
                        "/usr/bin:/bin",
                        "HOME",
                        directory.toString()));
    }

    @AfterEach
    void end() throws Exception {
        app.close();
        // What is killed may take a moment to go on a busy machine.
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> Processes.withTagOf(ProcessHandle.current().pid()).isEmpty());
    }

    private NewSession demo(Permission permission, String prompt) {
        return NewSession.with("demo", work.toString(), permission)
                .saying(Action.Prompt.of(prompt));
    }

    private SessionInfo await(SessionId id, Predicate<SessionInfo> isRight) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> app.sessions().info(id), isRight);
    }

    private static Predicate<SessionInfo> is(SessionState state) {
        return info -> info.state() == state;
    }

    @Test
    void nothingIsOpenedBeforeItIsNeeded() throws Exception {
        assertEquals(List.of(), app.sessions().list(10));
        assertFalse(Files.exists(app.directories().database()));
    }

    @Test
    void turnsOfTwoSessionsShareOneProcess() throws Exception {
        var said = new ArrayList<String>();
        var first = app.sessions().turn(demo(Permission.ASK, "brief"), add(said));
        var again = NewSession.resuming(first.id().value()).saying(Action.Prompt.of("brief"));
        assertEquals(first.id(), app.sessions().turn(again, add(said)).id());
        var second = app.sessions().turn(demo(Permission.ASK, "brief"), add(said));
        assertEquals(List.of("Turn 1, demo-1.", "Turn 2, demo-1.", "Turn 1, demo-1."), said);
        assertThat(second.nativeId()).isNotEqualTo(first.nativeId());
        // Beside it git may be looking at what the turn has changed.
        var agents =
                Processes.withTagOf(ProcessHandle.current().pid()).stream()
                        .filter(pid -> Processes.command(pid).contains("demo-agent"))
                        .toList();
        assertEquals(1, agents.size());
    }

    private static java.util.function.Consumer<LoggedEvent> add(List<String> said) {
        return recorded -> {
            if (recorded.envelope().event() instanceof Event.AssistantSaid(var text, _)) {
                said.add(text);
            }
        };
    }

    @Test
    void anEditIsAllowedAndAnotherRefused() throws Exception {
        var id = app.sessions().start(demo(Permission.ASK, "brief edit")).id();
        await(id, is(SessionState.WAITING));
        var asked = app.sessions().approvals().pending().getFirst();
        app.sessions().ask(id, Action.Decide.deny(asked.requestId(), "no"));
        await(id, is(SessionState.IDLE));
        app.sessions().ask(id, Action.Prompt.of("brief edit"));
        await(id, is(SessionState.WAITING));
        asked = app.sessions().approvals().pending().getFirst();
        app.sessions().ask(id, Action.Decide.allow(asked.requestId()));
        await(id, is(SessionState.IDLE));
        assertEquals(
                List.of(false, true),
                app.sessions().events(id, 0, 1000).stream()
                        .map(recorded -> recorded.envelope().event())
                        .filter(Event.ApprovalAnswered.class::isInstance)
                        .map(event -> ((Event.ApprovalAnswered) event).approved())
                        .toList());
    }

    @Test
    void aSlowTurnIsInterruptedAndTheNextOneRuns() throws Exception {
        var id = app.sessions().start(demo(Permission.ASK, "slow long")).id();
        await(id, info -> info.state() == SessionState.RUNNING && info.lastSequence() > 4);
        app.sessions().ask(id, Action.Prompt.of("brief"));
        app.sessions().ask(id, new Action.Interrupt());
        await(id, is(SessionState.IDLE));
        var ends =
                app.sessions().events(id, 0, 1000).stream()
                        .map(recorded -> recorded.envelope().event())
                        .filter(Event.TurnEnded.class::isInstance)
                        .map(event -> ((Event.TurnEnded) event).reason().wireName())
                        .toList();
        assertEquals(List.of("interrupted", "completed"), ends);
    }

    @Test
    void aSessionGoesOnAfterItsAgentCrashedAndAfterARestart() throws Exception {
        var said = new ArrayList<String>();
        var first = app.sessions().turn(demo(Permission.EDIT, "brief"), add(said));
        app.sessions().ask(first.id(), Action.Prompt.of("crash"));
        await(first.id(), info -> !info.isWarm() && info.turnId() == null);
        var again = NewSession.resuming(first.id().value());
        app.sessions().turn(again.saying(Action.Prompt.of("brief")), add(said));
        app.close();
        app = newApp();
        assertEquals(SessionState.IDLE, app.sessions().info(first.id()).state());
        var last = app.sessions().turn(again.saying(Action.Prompt.of("brief")), add(said));
        assertEquals(first.nativeId(), last.nativeId());
        assertEquals(Permission.EDIT, last.permission());
        assertThat(said.getLast()).isNotEqualTo("Turn 1, demo-1.");
    }

    @Test
    void aSessionTheAgentForgotIsRebuilt() throws Exception {
        var said = new ArrayList<String>();
        var first = app.sessions().turn(demo(Permission.ASK, "brief"), add(said));
        app.close();
        try (var files = Files.walk(directory.resolve("demo"))) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        app = newApp();
        var again = NewSession.resuming(first.id().value()).saying(Action.Prompt.of("brief"));
        var after = app.sessions().turn(again, add(said));
        assertThat(after.nativeId()).isNotEqualTo(first.nativeId());
        assertThat(app.sessions().events(first.id(), 0, 1000))
                .anyMatch(recorded -> recorded.json().contains("session_rebuilt"));
    }
}
