package dev.parley.work.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Agent;
import dev.parley.api.Finding;
import dev.parley.api.NewRoom;
import dev.parley.api.RoomEvent;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.api.RoomTemplate;
import dev.parley.api.ToolServer;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.testing.model.Reply;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What is said in rooms, and what comes of it.
class RoomsTest extends RoomCase {
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
        assertThat(events).contains(new RoomEvent.Member("ada", "writing", null));
        var written =
                events.stream()
                        .filter(RoomEvent.Piece.class::isInstance)
                        .map(event -> ((RoomEvent.Piece) event).text())
                        .toList();
        assertEquals("Hello there", String.join("", written));
        assertThat(written).hasSizeGreaterThan(1);
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
    void anAgentOnAnApiSeesPicturesAlsoOfEarlierMessages() throws Exception {
        api("ada", "", always("PASS"));
        room("r", RoomMode.FREE, null, "ada");
        var image = new Action.Image("image/png", "aGk=");
        rooms.say("r", new RoomPost(null, "Look at this", List.of(image), null, null));
        awaitIdle("r");
        rooms.say("r", RoomPost.of("And now?"));
        awaitIdle("r");
        assertEquals(2, model.mainRequests().size());
        for (var request : model.mainRequests()) {
            assertTrue(request.hasImage());
            assertThat(request.userTexts().getLast()).contains("you (person): [1 picture]");
        }
        assertEquals(List.of(image), rooms.messages("r", 0, 1).getFirst().images());
    }

    @Test
    void anAgentOnAnApiHasNoTools() throws Exception {
        rooms.agents()
                .put(
                        Agent.ofModel("house-model", "ada", "")
                                .withServers(Map.of("docs", ToolServer.command("true"))));
        room("r", RoomMode.FREE, null, "ada");
        rooms.say("r", RoomPost.of("hi"));
        awaitIdle("r");
        assertThat(notes("r").getFirst()).contains("ada has tools, and is on a model API");
        assertTrue(model.mainRequests().isEmpty());
    }

    @Test
    void anAgentCanBeToldOnlyWhatItsCliUnderstands() throws Exception {
        var made = rooms.agents().put(thinking(Agent.on("codex", "cody", ""), "high"));
        assertEquals("high", made.agent().effort());
        assertThatThrownBy(() -> rooms.agents().put(thinking(Agent.on("codex", "x", ""), "most")))
                .hasMessageContaining("cannot be told the effort \"most\" of the agent x")
                .satisfies(e ->
                        assertThat(((Problem) e).remedy()).contains("low, medium, high, xhigh"));
        assertThatThrownBy(() -> rooms.agents().put(thinking(Agent.on("demo", "x", ""), "high")))
                .satisfies(e -> assertThat(((Problem) e).remedy()).contains("told none"));
        var odd = new Agent("x", "", "demo", null, null, List.of("../x"), null, null, Map.of());
        assertThatThrownBy(() -> rooms.agents().put(odd)).hasMessageContaining("no name of a tool");

        rooms.agents().put(thinking(Agent.ofModel("house-model", "ada", ""), "high"));
        room("r", RoomMode.FREE, null, "ada");
        rooms.say("r", RoomPost.of("hi"));
        awaitIdle("r");
        assertThat(notes("r").getFirst()).contains("ada has an effort, and is on a model API");
    }

    private static Agent thinking(Agent agent, String effort) {
        return new Agent(
                agent.name(),
                "",
                agent.provider(),
                agent.model(),
                null,
                List.of(),
                effort,
                null,
                Map.of());
    }

    @Test
    void serversOfAnAgentAreACommandOrAnAddress() throws Exception {
        var folder = Files.createDirectories(machine.config().resolve("agents"));
        Files.writeString(
                folder.resolve("reader.json"),
                """
                { "provider": "demo", "mcpServers": {
                    "docs": { "command": "npx", "args": ["-y", "docs"], "env": { "KEY": "${DOCS_KEY}" } },
                    "web": { "url": "https://example.org/mcp", "headers": { "Authorization": "Bearer ${WEB_KEY}" } } } }
                """);
        var servers = rooms.agents().get("reader").agent().mcpServers();
        assertEquals(List.of("-y", "docs"), servers.get("docs").args());
        for (var bad :
                Map.of(
                                "Docs", ToolServer.command("x"),
                                "a", ToolServer.at("file:///etc/passwd"),
                                "b", ToolServer.command(" "),
                                "c", new ToolServer("x", List.of(), Map.of(), "http://y", Map.of()))
                        .entrySet()) {
            var agent = Agent.on("demo", "x", "").withServers(Map.of(bad.getKey(), bad.getValue()));
            assertThatThrownBy(() -> rooms.agents().put(agent))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("MCP server");
        }
    }
}
