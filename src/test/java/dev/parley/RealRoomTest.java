package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.Agent;
import dev.parley.api.Finding;
import dev.parley.api.NewRoom;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMessage.Kind;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.event.Action;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.ManyClis;
import dev.parley.testing.real.RealCli;
import dev.parley.work.room.Rooms;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Real Codex, Claude Code and Gemini CLI in one room, with room for one process only: whoever has
/// a turn keeps it, and every other thread is resumed when it is its turn.
@Tag("real")
class RealRoomTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final List<RealCli> CLIS =
            List.of(RealCli.CODEX, RealCli.CLAUDE, RealCli.GEMINI);
    private static final Pattern SELF = Pattern.compile("You are (cody|clara|gemma), an agent");
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    @TempDir Path temp;

    private final AtomicBoolean isKilled = new AtomicBoolean();
    private final ScriptedModel model = ScriptedModel.answering(this::reply);
    private App app;
    private Rooms rooms;

    @AfterEach
    void stop() {
        if (app != null) {
            app.close();
        }
        model.close();
    }

    private static String everything(ModelRequest request) {
        return request.systemText() + String.join("\n", request.userTexts());
    }

    private static String self(ModelRequest request) {
        return SELF.matcher(everything(request))
                .results()
                .map(found -> found.group(1))
                .reduce((_, last) -> last)
                .orElse("nobody");
    }

    private Reply reply(ModelRequest request) {
        var said = request.userTexts().isEmpty() ? "" : request.userTexts().getLast();
        var self = self(request);
        if (said.contains("findings of all reviewers")) {
            return Reply.text(
                    self.equals("cody")
                            ? "{\"verdicts\":[{\"id\":\"F1\",\"verdict\":\"dispute\",\"reason\":\"Closed below\"}]}"
                            : "{\"verdicts\":[{\"id\":\"F1\",\"verdict\":\"confirm\"}]}");
        }
        if (said.contains("Review what was given")) {
            return Reply.text(
                    self.equals("clara")
                            ? "{\"findings\":[{\"file\":\"A.java\",\"line\":1,\"title\":\"Leaks a file\"}]}"
                            : "{\"findings\":[]}");
        }
        if (said.contains("The review is done")) {
            return Reply.text("F1 is disputed.");
        }
        if (said.contains("think slowly") && self.equals("cody") && !isKilled.get()) {
            return Reply.text("x".repeat(2000)).slowly(Duration.ofSeconds(5));
        }
        if (said.contains("picture") && self.equals("cody")) {
            return Reply.text("PASS");
        }
        return Reply.text("A word of " + self + " to message " + said.lastIndexOf('#'));
    }

    private void say(RoomPost post) throws Exception {
        rooms.say("r", post);
        awaitIdle();
    }

    private void awaitIdle() {
        await().atMost(PATIENCE)
                .until(() -> !rooms.isRunning("r") && rooms.get("r").state() == RoomState.IDLE);
    }

    private List<RoomMessage> after(long number) throws Exception {
        return rooms.messages("r", number, 100);
    }

    private long last() throws Exception {
        return rooms.get("r").lastMessage();
    }

    private String session(String agent) throws Exception {
        return rooms.details("r").members().stream()
                .filter(member -> member.name().equals(agent))
                .findFirst()
                .orElseThrow()
                .session();
    }

    private ModelRequest lastOf(String agent) {
        return model.mainRequests().stream()
                .filter(request -> self(request).equals(agent))
                .reduce((_, newest) -> newest)
                .orElseThrow();
    }

    @Test
    void threeRealAgentsTalkReviewAndSurviveWhatHappensToThem() throws Exception {
        var variables =
                ManyClis.in(temp.toRealPath(), CLIS, model, ",\"live\":{\"maxProcesses\":1}");
        app = new App(variables);
        rooms = app.rooms();
        rooms.agents().put(Agent.on("codex", "cody", "You adore zebras.").withModel("gpt-5.5"));
        rooms.agents().put(Agent.on("claude", "clara", "You adore otters."));
        rooms.agents().put(Agent.on("gemini", "gemma", "You adore lynxes."));
        rooms.make(
                new NewRoom(
                        "r",
                        null,
                        "A talk",
                        RoomMode.FREE,
                        List.of("cody", "clara", "gemma"),
                        null,
                        null,
                        null,
                        null,
                        null,
                        new RoomLimits.Change(0, null, null, null, null, null, null, null)));

        aPictureAMentionAndAPass();
        aReviewWithADisputeThatBecomesATicket();
        aProcessIsKilledInItsTurn();
        var clara = session("clara");
        var cody = session("cody");
        app.close();
        app = new App(variables);
        rooms = app.rooms();
        anotherParleyAndOtherInstructions(clara, cody);
    }

    private void aPictureAMentionAndAPass() throws Exception {
        say(
                new RoomPost(
                        "anna",
                        "@clara What is in this picture?",
                        List.of(new Action.Image("image/png", PIXEL)),
                        null,
                        null));
        var said = after(1);
        assertEquals(
                List.of("clara", "cody", "gemma", "room"),
                said.stream().map(RoomMessage::author).toList(),
                said.toString());
        assertEquals(Kind.PASS, said.get(1).kind());
        for (var agent : List.of("cody", "clara", "gemma")) {
            assertTrue(lastOf(agent).hasImage(), agent);
        }
        var tools = lastOf("cody").toolNames();
        assertThat(tools).doesNotContain("exec_command", "shell", "view_image", "web_search");
        assertThat(lastOf("clara").toolNames()).isEmpty();
        for (var request : model.mainRequests()) {
            var all = everything(request);
            assertThat(all).doesNotContain(ManyClis.USERS_OWN);
            assertEquals(
                    1,
                    Stream.of("zebras", "otters", "lynxes").filter(all::contains).count(),
                    "nobody sees who another is");
        }
    }

    private void aReviewWithADisputeThatBecomesATicket() throws Exception {
        var before = last();
        say(
                new RoomPost(
                        "anna",
                        "Please",
                        List.of(),
                        RoomMode.REVIEW,
                        new RoomPost.Subject("+++ A.java\n+ open();", null, null, null, null)));
        var said = after(before);
        assertThat(said).noneMatch(it -> it.text().contains("could not answer"));
        assertEquals(
                8, said.stream().filter(it -> it.kind() != Kind.NOTE).count(), said.toString());
        var finding = rooms.findings().list("r").getFirst();
        assertEquals(Finding.Status.DISPUTED, finding.status());
        var project = Files.createDirectories(temp.toRealPath().resolve("project"));
        var ticket = rooms.findings().ticket("r", "F1", project);
        assertThat(app.tickets().get(ticket.name()).draft().body())
                .contains("cody: dispute. Closed below", "gemma: confirm");
    }

    private void aProcessIsKilledInItsTurn() throws Exception {
        var before = last();
        rooms.say("r", RoomPost.of("Please think slowly"));
        await().atMost(PATIENCE)
                .until(() ->
                        everything(lastOf("cody")).contains("think slowly")
                                && rooms.details("r").members().stream()
                                        .anyMatch(it ->
                                                it.name().equals("cody")
                                                        && !it.state().equals("idle")));
        isKilled.set(true);
        var killed =
                ProcessHandle.current()
                        .descendants()
                        .filter(it -> it.info().command().orElse("").contains("codex"))
                        .toList();
        assertThat(killed).isNotEmpty();
        killed.forEach(ProcessHandle::destroyForcibly);
        awaitIdle();
        var said = after(before);
        assertThat(said).noneMatch(it -> it.text().contains("could not answer"));
        assertThat(said.stream().map(RoomMessage::author)).contains("cody", "clara", "gemma");
    }

    private void anotherParleyAndOtherInstructions(String clara, String cody) throws Exception {
        rooms.agents().put(Agent.on("codex", "cody", "You adore badgers.").withModel("gpt-5.5"));
        var before = last();
        say(RoomPost.of("Are you still there?"));
        assertThat(after(before)).noneMatch(it -> it.text().contains("could not answer"));
        assertEquals(clara, session("clara"));
        assertThat(lastOf("clara").assistantTexts().toString()).contains("A word of clara");
        assertThat(lastOf("clara").userTexts().getLast()).doesNotContain("think slowly");
        assertNotEquals(cody, session("cody"));
        assertThat(everything(lastOf("cody")))
                .contains("badgers", "think slowly", "cody (you)", "Are you still there?")
                .doesNotContain("zebras");
        assertThat(lastOf("cody").assistantTexts()).isEmpty();
    }
}
