package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.api.TicketQuery;
import dev.parley.api.TicketState;
import dev.parley.api.TicketView;
import dev.parley.api.TicketsSeen;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/// The whole path without a key: the demo agent proposes tickets through the tool server, a person
/// decides, and the agent says what became of them.
class DemoTicketsTest {
    @TempDir Path temp;

    private Path work;
    private App app;

    @BeforeEach
    void open() throws IOException {
        var directory = temp.toRealPath();
        work = Files.createDirectories(directory.resolve("work"));
        app =
                new App(
                        Map.of(
                                "HOME", directory.toString(),
                                "PATH", "/usr/bin:/bin",
                                "PARLEY_HOME", directory.resolve("parley").toString(),
                                "PARLEY_DEMO_HOME", directory.resolve("demo").toString()));
    }

    @AfterEach
    void close() {
        app.close();
    }

    private SessionId start(String prompt, List<String> tools) throws InterruptedException {
        var request =
                NewSession.with("demo", work.toString(), Permission.ASK)
                        .withTools(tools)
                        .saying(Action.Prompt.of(prompt));
        return app.sessions().start(request).id();
    }

    private static void await(Callable<Boolean> fact) {
        Awaitility.await().atMost(Duration.ofSeconds(120)).until(fact);
    }

    private <T extends Event> List<T> events(SessionId id, Class<T> type)
            throws InterruptedException {
        return app.sessions().events(id, 0, 1000).stream()
                .map(logged -> logged.envelope().event())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private void awaitEnd(SessionId id) {
        await(() ->
                !events(id, Event.TurnEnded.class).isEmpty()
                        && app.sessions().info(id).state() == SessionState.IDLE);
    }

    @Test
    void twoTicketsAreProposedDecidedAndTalkedAbout() throws Exception {
        var id = start("propose a ticket", List.of("create_ticket", "await_ticket"));
        await(() -> proposed(app).size() == 2);
        app.tickets().accept("T1", null, TicketsSeen.ANY);
        app.tickets().reject("T2", "not today", TicketsSeen.ANY);
        awaitEnd(id);

        assertThat(events(id, Event.AssistantSaid.class).getLast().content())
                .contains("I proposed 2 tickets.", "T1", "accepted", "T2", "rejected (not today)");
        var call = events(id, Event.ToolCalled.class).getFirst();
        assertEquals("create_ticket", call.name());
        assertThat(call.arguments().path("tickets").size()).isEqualTo(2);
        assertEquals("create_ticket", events(id, Event.ToolReturned.class).getFirst().name());
        assertThat(events(id, Event.ApprovalRequested.class)).isEmpty();
        var origin = app.tickets().get("T1").origin();
        assertThat(origin).isNotNull();
        var event = app.sessions().events(id, origin.sequence() - 1, 1).getFirst();
        assertEquals(call, event.envelope().event());
    }

    @Test
    void aReviewThatIsInterruptedLeavesTheTickets() throws Exception {
        var id = start("propose a ticket", List.of("create_ticket"));
        await(() -> proposed(app).size() == 2);

        app.sessions().ask(id, new Action.Interrupt());
        awaitEnd(id);

        assertEquals(EndReason.INTERRUPTED, events(id, Event.TurnEnded.class).getFirst().reason());
        assertThat(proposed(app)).hasSize(2);
    }

    @Test
    void withoutTheToolItSaysHowToGetIt() throws Exception {
        var id = start("propose a ticket", List.of());
        awaitEnd(id);

        assertThat(events(id, Event.AssistantSaid.class).getLast().content())
                .contains("this session has no tool `create_ticket`");
        assertThat(events(id, Event.ToolCalled.class)).isEmpty();
    }

    private static List<TicketView> proposed(App app) throws InterruptedException {
        return app.tickets()
                .list(new TicketQuery(null, Set.of(TicketState.PROPOSED), 10))
                .tickets();
    }
}
