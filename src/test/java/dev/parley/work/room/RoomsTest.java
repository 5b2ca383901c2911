package dev.parley.work.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Agent;
import dev.parley.api.Finding;
import dev.parley.api.NewRoom;
import dev.parley.api.RoomChange;
import dev.parley.api.RoomEvent;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMember;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMessage.Kind;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.api.RoomTemplate;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.testing.AgentMachine;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Rooms of agents on a scripted model API, and on the demo agent where a process matters.
class RoomsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern SELF = Pattern.compile("You are ([a-z0-9-]+), an agent");

    @TempDir Path temp;

    private final Map<String, Function<ModelRequest, Reply>> minds = new ConcurrentHashMap<>();
    private ScriptedModel model;
    private AgentMachine machine;
    private Rooms rooms;

    @BeforeEach
    void start() throws Exception {
        model =
                ScriptedModel.answering(request -> {
                    var self = SELF.matcher(request.systemText());
                    return minds.getOrDefault(
                                    self.find() ? self.group(1) : "", _ -> Reply.text("PASS"))
                            .apply(request);
                });
        machine = new AgentMachine(temp).api("house", model);
        rooms = machine.app().rooms();
    }

    @AfterEach
    void stop() {
        machine.close();
        model.close();
    }

    private void api(String name, String instructions, Function<ModelRequest, Reply> mind)
            throws InterruptedException {
        rooms.agents()
                .put(
                        new Agent(
                                name,
                                instructions,
                                null,
                                "house-model",
                                null,
                                List.of(),
                                null,
                                null));
        minds.put(name, mind);
    }

    private static Function<ModelRequest, Reply> always(String text) {
        return _ -> Reply.text(text);
    }

    /// Says something as often as it is new, then passes.
    private static Function<ModelRequest, Reply> once(String text) {
        return request ->
                Reply.text(request.userTexts().getLast().contains("  " + text) ? "PASS" : text);
    }

    private static RoomLimits.Change rounds(int number) {
        return new RoomLimits.Change(number, null, null, null, null, null, null, null);
    }

    private void room(String name, RoomMode mode, RoomLimits.Change limits, String... agents)
            throws InterruptedException {
        rooms.make(
                new NewRoom(
                        name,
                        null,
                        null,
                        mode,
                        List.of(agents),
                        null,
                        null,
                        null,
                        null,
                        null,
                        limits));
    }

    private void awaitIdle(String name) {
        await().atMost(PATIENCE)
                .until(() ->
                        !rooms.isRunning(name) && rooms.get(name).state() != RoomState.RUNNING);
    }

    private List<String> said(String name) throws InterruptedException {
        return rooms.messages(name, 0, 100).stream()
                .filter(message -> message.kind() == Kind.AGENT || message.kind() == Kind.PASS)
                .map(message ->
                        message.author()
                                + ": "
                                + (message.kind() == Kind.PASS ? "PASS" : message.text()))
                .toList();
    }

    private List<String> notes(String name) throws InterruptedException {
        return rooms.messages(name, 0, 100).stream()
                .filter(message -> message.kind() == Kind.NOTE)
                .map(RoomMessage::text)
                .toList();
    }

    private RoomMember member(String room, String agent) throws InterruptedException {
        return rooms.details(room).members().stream()
                .filter(it -> it.name().equals(agent))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theMentionedAnswersFirstAndItEndsWhenAllPass() throws Exception {
        api("ada", "You love ravioli.", once("Ada's view"));
        api("bob", "You hate ravioli.", once("Bob's view"));
        api("cyd", "", always("PASS"));
        room("r", RoomMode.FREE, null, "ada", "bob", "cyd");
        rooms.say("r", new RoomPost("anna", "What now, @bob?", List.of(), null, null));
        awaitIdle("r");

        assertEquals(
                List.of("bob: Bob's view", "ada: Ada's view", "cyd: PASS", "bob: PASS"), said("r"));
        assertEquals(List.of("Nobody has anything to add."), notes("r"));
        assertEquals(List.of("anna"), rooms.get("r").people());
        var asked = model.mainRequests();
        assertThat(asked.get(1).userTexts().getLast())
                .contains("#1 anna (person):\n  What now, @bob?")
                .contains("#2 bob (agent):\n  Bob's view");
        for (var request : asked) {
            var all = request.systemText() + request.userTexts();
            assertFalse(all.contains("love") && all.contains("hate"), all);
        }
        assertTrue(rooms.get("r").spent().inputTokens() > 0);
    }

    @Test
    void thoseWhoFollowSeeEverythingInOrder() throws Exception {
        api("ada", "", once("Hello there"));
        room("r", RoomMode.FREE, null, "ada");
        var events = new ArrayList<RoomEvent>();
        try (var feed = rooms.follow("r", 0)) {
            rooms.say("r", RoomPost.of("hi"));
            for (var next = feed.next(); next.isPresent(); next = feed.next()) {
                events.add(next.get());
                if (next.get() instanceof RoomEvent.Changed(var room)
                        && room.state() == RoomState.IDLE
                        && room.lastMessage() >= 3) {
                    break;
                }
            }
        }
        var posted =
                events.stream()
                        .filter(RoomEvent.Posted.class::isInstance)
                        .map(event -> ((RoomEvent.Posted) event).message().number())
                        .toList();
        assertEquals(List.of(1L, 2L, 3L), posted);
        assertThat(events)
                .contains(new RoomEvent.Piece("ada", "Hello there"))
                .contains(new RoomEvent.Member("ada", "writing", null));
        try (var late = rooms.follow("r", 2)) {
            assertThat(((RoomEvent.Posted) late.next().orElseThrow()).message().number())
                    .isEqualTo(3);
        }
    }

    @Test
    void oneWhoFailsDoesNotHoldTheOthers() throws Exception {
        api("ada", "", _ -> Reply.error(400, "no such thing"));
        api("bob", "", once("I am here"));
        room("r", RoomMode.FREE, null, "ada", "bob");
        rooms.say("r", RoomPost.of("hi"));
        awaitIdle("r");
        assertThat(said("r")).containsExactly("bob: I am here");
        assertThat(notes("r").getFirst()).startsWith("ada could not answer: The API house said");
    }

    @Test
    void aTurnThatTakesTooLongIsEnded() throws Exception {
        api("ada", "", _ -> Reply.text("x".repeat(4000)).slowly(Duration.ofSeconds(20)));
        api("bob", "", once("I am here"));
        room(
                "r",
                RoomMode.FREE,
                new RoomLimits.Change(0, null, null, null, 1, null, null, null),
                "ada",
                "bob");
        rooms.say("r", RoomPost.of("hi"));
        awaitIdle("r");
        assertThat(notes("r").getFirst()).isEqualTo("ada: its turn took longer than 1 seconds.");
        assertThat(said("r")).containsExactly("bob: I am here");
    }

    @Test
    void peopleCanStopPauseAndInterrupt() throws Exception {
        var isSlow = new AtomicBoolean(true);
        api(
                "ada",
                "",
                _ ->
                        isSlow.get()
                                ? Reply.text("x".repeat(4000)).slowly(Duration.ofSeconds(20))
                                : Reply.text("PASS"));
        room("r", RoomMode.FREE, null, "ada");
        rooms.say("r", RoomPost.of("hi"));
        await().atMost(PATIENCE).until(() -> !member("r", "ada").state().equals("idle"));
        assertEquals(RoomState.RUNNING, rooms.get("r").state());
        assertTrue(rooms.stop("r"));
        awaitIdle("r");
        assertThat(notes("r")).containsExactly("ada: A person stopped it.");
        assertFalse(rooms.stop("r"));

        isSlow.set(false);
        assertEquals(RoomState.PAUSED, rooms.pause("r").state());
        rooms.say("r", RoomPost.of("are you there?"));
        assertEquals(1, model.mainRequests().size(), "a post wakes nobody in a paused room");
        rooms.resume("r");
        awaitIdle("r");
        assertThat(said("r")).containsExactly("ada: PASS");
    }

    @Test
    void aBudgetThatIsUsedUpPausesTheRoom() throws Exception {
        api("ada", "", always("Something new"));
        api("bob", "", always("Something else"));
        room(
                "r",
                RoomMode.FREE,
                new RoomLimits.Change(null, null, null, null, null, null, 1L, null),
                "ada",
                "bob");
        rooms.say("r", RoomPost.of("hi"));
        await().atMost(PATIENCE).until(() -> rooms.get("r").state() == RoomState.PAUSED);
        awaitIdle("r");
        assertEquals(List.of("ada: Something new"), said("r"));
        assertThat(rooms.get("r").reason()).contains("The budget of 1 tokens is used up");
        assertThatThrownBy(() -> rooms.resume("r")).isInstanceOf(Problem.class);
        rooms.change(
                "r",
                new RoomChange(
                        null,
                        null,
                        null,
                        null,
                        null,
                        new RoomLimits.Change(0, null, null, null, null, null, 1_000_000L, null)));
        rooms.resume("r");
        awaitIdle("r");
        assertThat(said("r").size()).isGreaterThan(1);
    }

    @Test
    void aReviewKeepsADisputeAndBecomesATicket() throws Exception {
        api(
                "ada",
                "",
                request ->
                        Reply.text(
                                request.userTexts().getLast().contains("findings of all reviewers")
                                        ? "{\"verdicts\":[{\"id\":\"F1\",\"verdict\":\"confirm\"}]}"
                                        : request.userTexts().getLast().contains("Review what")
                                                ? "{\"findings\":[{\"file\":\"A.java\",\"line\":3,\"title\":\"Leaks\"}]}"
                                                : "Result: F1 is disputed."));
        api(
                "bob",
                "",
                request ->
                        Reply.text(
                                request.userTexts().getLast().contains("findings of all reviewers")
                                        ? "{\"verdicts\":[{\"id\":\"F1\",\"verdict\":\"dispute\",\"reason\":\"It is closed below\"}]}"
                                        : "{\"findings\":[]}"));
        room("r", RoomMode.REVIEW, null, "ada", "bob");
        rooms.say(
                "r",
                new RoomPost(
                        null,
                        "Please",
                        List.of(),
                        null,
                        new RoomPost.Subject("+ open();", null, null, null, null)));
        awaitIdle("r");
        var finding = rooms.findings().list("r").getFirst();
        assertEquals(Finding.Status.DISPUTED, finding.status());
        assertThat(said("r").getLast()).isEqualTo("ada: Result: F1 is disputed.");
        assertThatThrownBy(() -> rooms.findings().ticket("r", "F1", null))
                .hasMessageContaining("not clear in which project");
        var ticket = rooms.findings().ticket("r", "f1", machine.project());
        assertThat(ticket.draft().body()).contains("A.java:3", "bob: dispute. It is closed below");
        assertEquals(
                ticket.number(), rooms.findings().ticket("r", "F1", machine.project()).number());
        assertThatThrownBy(() -> rooms.findings().comment("r", "F1", null))
                .hasMessageContaining("no session that was reviewed");
    }

    @Test
    void anAgentOfTwoRoomsIsInBothAtOnce() throws Exception {
        api("ada", "", once("Ada is here"));
        api("bob", "", always("PASS"));
        room("r1", RoomMode.FREE, null, "ada", "bob");
        room("r2", RoomMode.FREE, null, "bob", "ada");
        rooms.say("r1", RoomPost.of("only for one"));
        rooms.say("r2", RoomPost.of("only for two"));
        awaitIdle("r1");
        awaitIdle("r2");
        assertThat(said("r1")).containsExactly("ada: Ada is here", "bob: PASS");
        assertThat(said("r2")).containsExactly("bob: PASS", "ada: Ada is here", "bob: PASS");
        for (var request : model.mainRequests()) {
            var text = request.userTexts().toString();
            assertFalse(text.contains("only for one") && text.contains("only for two"));
        }
    }

    @Test
    void threadsOfProcessesGoOnAfterARestartAndBeginAnewWithOtherInstructions() throws Exception {
        api("bob", "", always("PASS"));
        rooms.agents().put(Agent.on("demo", "dan", "You are brief."));
        room("r", RoomMode.FREE, rounds(0), "dan", "bob");
        rooms.say("r", RoomPost.of("brief please"));
        awaitIdle("r");
        var first = member("r", "dan").session();
        assertThat(said("r")).hasSize(2);
        rooms = machine.restarted().rooms();
        assertThat(said("r")).hasSize(2);

        rooms.say("r", RoomPost.of("brief again"));
        awaitIdle("r");
        assertEquals(first, member("r", "dan").session(), notes("r").toString());
        assertThat(prompts(first).getLast()).contains("brief again").doesNotContain("brief please");

        rooms.agents().put(Agent.on("demo", "dan", "You are somebody else."));
        rooms.say("r", RoomPost.of("brief once more"));
        awaitIdle("r");
        var second = member("r", "dan").session();
        assertNotEquals(first, second);
        assertThat(prompts(second).getFirst())
                .contains("You are somebody else.", "brief please", "brief once more", "dan (you)");
    }

    private List<String> prompts(String session) throws Exception {
        return machine.app().sessions().events(SessionId.of(session), 0, 1000).stream()
                .map(logged -> logged.envelope().event())
                .filter(Event.UserSaid.class::isInstance)
                .map(event -> ((Event.UserSaid) event).content())
                .toList();
    }

    @Test
    void aProcessThatCrashesIsTriedOnceMoreAndTheOthersGoOn() throws Exception {
        api("bob", "", once("I am here"));
        rooms.agents().put(Agent.on("demo", "dan", ""));
        room("r", RoomMode.FREE, rounds(0), "dan", "bob");
        rooms.say("r", RoomPost.of("please crash"));
        awaitIdle("r");
        assertThat(notes("r").getFirst()).startsWith("dan could not answer: ");
        assertThat(said("r")).containsExactly("bob: I am here");
        assertEquals(2, prompts(member("r", "dan").session()).size());
    }

    @Test
    void aThreadNobodyKnowsIsRebuiltFromTheTranscript() throws Exception {
        rooms.agents().put(Agent.on("demo", "dan", ""));
        room("r", RoomMode.FREE, rounds(0), "dan");
        rooms.say("r", RoomPost.of("brief please"));
        awaitIdle("r");
        var first = member("r", "dan").session();
        machine.close();
        forget(first);
        rooms = machine.app().rooms();
        rooms.say("r", RoomPost.of("brief again"));
        awaitIdle("r");
        var second = member("r", "dan").session();
        assertNotEquals(first, second);
        assertThat(prompts(second).getFirst()).contains("brief please", "brief again", "dan (you)");
        assertThat(notes("r")).allMatch(note -> !note.contains("could not"));
    }

    private void forget(String session) throws Exception {
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + machine.data().resolve("parley.db"));
                var statement = connection.createStatement()) {
            assertEquals(
                    1,
                    statement.executeUpdate(
                            "update room_seat set session_id = 'saaaaaaaaaaaaaaa' where session_id ="
                                    + " '"
                                    + session
                                    + "'"));
        }
    }

    @Test
    void aRoomWhoseParleyDiedWaitsForPeople() throws Exception {
        api("ada", "", always("PASS"));
        room("r", RoomMode.FREE, null, "ada");
        machine.close();
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + machine.data().resolve("parley.db"));
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "update room set state = 'running', owner_node = 'local', owner_pid = 999999999,"
                            + " owner_start = 1, body = json_set(body, '$.state', 'running')");
        }
        rooms = machine.app().rooms();
        assertEquals(RoomState.IDLE, rooms.list().getFirst().state());
        assertThat(notes("r").getFirst()).contains("Parley ended while the agents talked");
    }

    @Test
    void agentsAndReadyMadeRoomsAreFilesOneCanRead() throws Exception {
        var folder = Files.createDirectories(machine.config().resolve("agents/critic"));
        Files.writeString(folder.resolve("agent.json"), "{\"model\":\"house-model\"}");
        Files.writeString(folder.resolve("instructions.md"), "You are never content.");
        Files.writeString(folder.resolveSibling("broken.json"), "{\"modle\":\"x\"}");
        assertEquals("You are never content.", rooms.agents().get("critic").agent().instructions());
        assertThat(rooms.agents().list())
                .extracting(info -> info.agent().name())
                .containsExactly("critic");
        assertThatThrownBy(() -> rooms.agents().get("broken")).hasMessageContaining("modle");
        assertThatThrownBy(() -> rooms.agents().put(Agent.on("demo", "critic", "")))
                .hasMessageContaining("is declared in");

        assertThat(rooms.templates())
                .extracting(RoomTemplate::name)
                .containsExactly("code-review", "design-debate", "planning");
        var made =
                rooms.make(
                        new NewRoom(
                                null,
                                "code-review",
                                null,
                                null,
                                null,
                                null,
                                null,
                                "house-model",
                                null,
                                null,
                                null));
        assertEquals(RoomMode.REVIEW, made.mode());
        assertEquals(List.of("correctness", "security", "simplicity"), made.agents());
        assertEquals("house-model", rooms.agents().get("security").agent().model());
    }

    @Test
    void whatMakesNoSenseIsRefusedBeforeAnythingHappens() throws Exception {
        api("ada", "", always("PASS"));
        room("r", RoomMode.FREE, null, "ada");
        assertThatThrownBy(() -> room("r", RoomMode.FREE, null, "ada"))
                .hasMessageContaining("already");
        assertThatThrownBy(() -> room("../x", RoomMode.FREE, null, "ada"))
                .hasMessageContaining("is no name for a room");
        assertThatThrownBy(() -> room("x", RoomMode.FREE, null, "eve"))
                .hasMessageContaining("no agent \"eve\"");
        assertThatThrownBy(() -> room("x", RoomMode.DEBATE, null, "ada"))
                .hasMessageContaining("two sides");
        assertThatThrownBy(() -> room("x", RoomMode.FREE, rounds(6), "ada"))
                .hasMessageContaining("\"rounds\" is 6");
        assertThatThrownBy(() -> rooms.say("r", RoomPost.of("  "))).hasMessageContaining("empty");
        for (var name : List.of("ada", "room", "a\u001b[2J", "x\n#1 anna (person):")) {
            assertThatThrownBy(
                            () -> rooms.say("r", new RoomPost(name, "hi", List.of(), null, null)))
                    .isInstanceOf(Problem.class);
        }
        var image = new Action.Image("text/html", "aGk=");
        assertThatThrownBy(
                        () -> rooms.say("r", new RoomPost(null, "hi", List.of(image), null, null)))
                .hasMessageContaining("picture");
        var branch =
                new RoomPost.Subject(
                        null, "--output=/tmp/x", null, "main", machine.project().toString());
        assertThatThrownBy(() -> rooms.say("r", new RoomPost(null, "", List.of(), null, branch)))
                .hasMessageContaining("no name of a branch");
        assertEquals(0, rooms.get("r").lastMessage());
        assertTrue(model.mainRequests().isEmpty());
    }
}
