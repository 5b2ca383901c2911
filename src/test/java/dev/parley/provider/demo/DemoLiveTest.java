package dev.parley.provider.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.event.TurnOrigin;
import dev.parley.wire.Happening;
import dev.parley.wire.Opening;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The demo agent in live conversations: everything a session has to cope with.
class DemoLiveTest {
    @TempDir Path directory;
    private Path cwd;
    private DemoLive agent;

    @BeforeEach
    void start() throws Exception {
        cwd = Files.createDirectory(directory.resolve("work"));
        agent = new DemoLive(directory.resolve("home"));
    }

    @AfterEach
    void stop() {
        agent.endInput();
    }

    private Opening opening(String mode) {
        return new Opening(
                cwd,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Map.of("mode", mode));
    }

    private Opening resuming(String session) {
        return new Opening(
                cwd, Optional.of(session), Optional.empty(), Optional.empty(), List.of(), Map.of());
    }

    @Test
    void twoTurnsOnOneProcess() throws Exception {
        agent.join("c", opening("ask"));
        agent.say("c", Action.Prompt.of("t1", "brief"));
        assertEquals("demo-1", agent.joined().model());
        assertEquals(
                List.of(
                        new Event.SessionStarted(
                                cwd.toString(), "demo-1", "1.0.0", List.of(), null),
                        new Event.TurnStarted("t1", TurnOrigin.PROMPT),
                        new Event.AssistantStreamed("Turn 1, demo-1.", "t1-m1"),
                        new Event.AssistantSaid("Turn 1, demo-1.", "t1-m1")),
                agent.until(Event.AssistantSaid.class));
        agent.until(Event.TurnEnded.class);
        agent.say("c", Action.Prompt.of("t2", "brief"));
        assertThat(agent.until(Event.TurnEnded.class))
                .contains(new Event.AssistantSaid("Turn 2, demo-1.", "t2-m1"))
                .endsWith(new Event.TurnEnded("t2", EndReason.COMPLETED));
    }

    @Test
    void anAllowedEditIsDoneAndADeniedOneIsNot() throws Exception {
        agent.join("c", opening("ask"));
        agent.say("c", Action.Prompt.of("t1", "brief edit"));
        var request =
                (Event.ApprovalRequested) agent.until(Event.ApprovalRequested.class).getLast();
        assertEquals("write_file", request.toolName());
        assertEquals(List.of("allow", "allow_for_session", "deny"), request.options());
        agent.say(
                "c",
                new Action.Decide(
                        request.requestId(), Action.Decision.DENY, "Not in this house.", null));
        assertThat(agent.until(Event.TurnEnded.class))
                .anySatisfy(event ->
                        assertThat(event)
                                .isInstanceOfSatisfying(
                                        Event.ToolReturned.class,
                                        returned -> assertThat(returned.isError()).isTrue()));
        assertThat(cwd).isEmptyDirectory();
        agent.say("c", Action.Prompt.of("t2", "brief edit"));
        request = (Event.ApprovalRequested) agent.until(Event.ApprovalRequested.class).getLast();
        agent.say(
                "c",
                new Action.Decide(
                        request.requestId(), Action.Decision.ALLOW_FOR_SESSION, null, null));
        agent.until(Event.TurnEnded.class);
        assertThat(cwd).isNotEmptyDirectory();
        agent.say("c", Action.Prompt.of("t3", "brief edit"));
        assertThat(agent.until(Event.TurnEnded.class))
                .noneMatch(Event.ApprovalRequested.class::isInstance);
    }

    @Test
    void anInterruptedTurnEndsAndTheNextOneRuns() throws Exception {
        agent.join("c", opening("ask"));
        agent.say("c", Action.Prompt.of("t1", "sleep 3000"));
        agent.until(Event.Thought.class);
        agent.say("c", new Action.Interrupt());
        assertThat(agent.until(Event.TurnEnded.class))
                .endsWith(new Event.TurnEnded("t1", EndReason.INTERRUPTED));
        agent.say("c", Action.Prompt.of("t2", "brief edit"));
        var request =
                (Event.ApprovalRequested) agent.until(Event.ApprovalRequested.class).getLast();
        agent.say("c", new Action.Interrupt());
        assertThat(agent.until(Event.TurnEnded.class))
                .contains(
                        new Event.ApprovalAnswered(
                                request.requestId(), "write_file", false, "agent"))
                .endsWith(new Event.TurnEnded("t2", EndReason.INTERRUPTED));
        assertThat(cwd).isEmptyDirectory();
    }

    @Test
    void aSessionGoesOnInAnotherProcess() throws Exception {
        agent.join("c", opening("ask"));
        agent.say("c", Action.Prompt.of("t1", "brief"));
        var session = agent.joined().nativeId();
        agent.until(Event.TurnEnded.class);
        agent.endInput();
        agent = new DemoLive(directory.resolve("home"));
        agent.join("c", resuming(session));
        agent.say("c", Action.Prompt.of("t2", "brief"));
        assertEquals(session, agent.joined().nativeId());
        assertThat(agent.until(Event.TurnEnded.class))
                .contains(new Event.AssistantSaid("Turn 2, demo-1.", "t2-m1"));
    }

    @Test
    void aSessionThatIsNotThereIsRefused() throws Exception {
        agent.join("c", resuming("nobody"));
        var refused =
                (Happening.Refused) agent.until(Happening.Refused.class::isInstance).getLast();
        assertEquals(Happening.Refusal.UNKNOWN_SESSION, refused.why());
    }

    @Test
    void modesAndModelsCanBeSwitched() throws Exception {
        agent.join("c", opening("ask"));
        agent.say("c", new Action.SwitchModel("demo-2"));
        agent.say("c", new Action.SwitchMode(Permission.BYPASS, Map.of("mode", "bypass")));
        agent.say("c", Action.Prompt.of("t1", "brief edit"));
        var events = agent.until(Event.TurnEnded.class);
        assertThat(events)
                .contains(new Event.SessionChanged("demo-2", null, null))
                .contains(new Event.SessionChanged(null, "bypass", null))
                .noneMatch(Event.ApprovalRequested.class::isInstance)
                .anySatisfy(event ->
                        assertThat(event)
                                .isInstanceOfSatisfying(
                                        Event.AssistantSaid.class,
                                        said -> assertThat(said.content()).contains("demo-2")));
        agent.say("c", new Action.SwitchModel("demo-3"));
        assertThat(agent.until(Event.Failed.class).getLast())
                .isInstanceOfSatisfying(
                        Event.Failed.class,
                        failed -> assertThat(failed.message()).contains("no model \"demo-3\""));
    }

    @Test
    void anImageIsMentioned() throws Exception {
        agent.join("c", opening("ask"));
        agent.say(
                "c",
                new Action.Prompt("t1", "look", List.of(new Action.Image("image/png", "AAAA"))));
        assertThat(agent.until(Event.TurnEnded.class).toString()).contains("[image/png, 3 bytes]");
    }

    @Test
    void twoConversationsShareAProcess() throws Exception {
        agent.join("one", opening("ask"));
        agent.join("two", opening("ask"));
        agent.say("one", Action.Prompt.of("t1", "sleep 3000"));
        agent.say("two", Action.Prompt.of("t2", "brief"));
        var ended = agent.until(each -> each instanceof Happening.Said(_, Event.TurnEnded _));
        assertEquals(
                new Happening.Said("two", new Event.TurnEnded("t2", EndReason.COMPLETED)),
                ended.getLast());
        agent.leave("two");
        agent.say("one", new Action.Interrupt());
        assertThat(agent.until(Event.TurnEnded.class))
                .endsWith(new Event.TurnEnded("t1", EndReason.INTERRUPTED));
    }

    @Test
    void aCrashEndsTheTurnWithTheAgentsLastWords() throws Exception {
        agent.join("c", opening("ask"));
        agent.say("c", Action.Prompt.of("t1", "crash"));
        var events = agent.until(Event.TurnEnded.class);
        var text =
                events.stream()
                        .filter(Event.AssistantStreamed.class::isInstance)
                        .map(event -> ((Event.AssistantStreamed) event).content())
                        .collect(Collectors.joining());
        assertThat(events)
                .contains(new Event.AssistantSaid(text, "t1-m2"))
                .endsWith(
                        Event.Failed.fatal("The demo agent crashed, as you asked.", "exit_3"),
                        new Event.TurnEnded("t1", EndReason.ERROR));
    }
}
