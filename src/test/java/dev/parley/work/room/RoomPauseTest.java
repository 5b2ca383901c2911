package dev.parley.work.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.RoomChange;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.testing.model.Reply;

import org.junit.jupiter.api.Test;

import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// A pause holds what is talked about; it does not lose it.
class RoomPauseTest extends RoomCase {
    private static final RoomLimits.Change ENOUGH =
            new RoomLimits.Change(null, null, null, null, null, null, 1_000_000L, null);

    private void reviewers(AtomicInteger looked) throws InterruptedException {
        for (var name : List.of("ada", "bob")) {
            api(
                    name,
                    "",
                    request -> {
                        var asked = request.userTexts().getLast();
                        if (asked.contains("Review what")) {
                            looked.incrementAndGet();
                            return Reply.text(
                                    "{\"findings\":[{\"file\":\"A.java\",\"line\":3,\"title\":\"Leaks\"}]}");
                        }
                        return Reply.text(
                                asked.contains("findings of all reviewers")
                                        ? "{\"verdicts\":[{\"id\":\"F1\",\"verdict\":\"confirm\"}]}"
                                        : "The result");
                    });
        }
    }

    private static RoomPost review() {
        return new RoomPost(
                null,
                "Please",
                List.of(),
                RoomMode.REVIEW,
                new RoomPost.Subject("+ open();", null, null, null, null));
    }

    private void raiseBudget() throws InterruptedException {
        rooms.change("r", new RoomChange(null, null, null, null, null, ENOUGH));
    }

    @Test
    void aReviewThatWasPausedGoesOnWhereItWas() throws Exception {
        var looked = new AtomicInteger();
        reviewers(looked);
        var little = new RoomLimits.Change(null, null, null, null, null, null, 1L, null);
        room("r", RoomMode.FREE, little, "ada", "bob");
        rooms.say("r", review());
        await().atMost(PATIENCE).until(() -> rooms.get("r").state() == RoomState.PAUSED);
        assertEquals(2, looked.get());
        raiseBudget();
        rooms.resume("r");
        awaitIdle("r");
        assertEquals(2, looked.get(), "nobody looks at it from the beginning again");
        assertThat(rooms.findings().list("r")).hasSize(1);
        assertThat(said("r")).last().isEqualTo("ada: The result");
    }

    @Test
    void afterARestartItGoesOnWhereItWas() throws Exception {
        var looked = new AtomicInteger();
        reviewers(looked);
        var little = new RoomLimits.Change(null, null, null, null, null, null, 1L, null);
        room("r", RoomMode.FREE, little, "ada", "bob");
        rooms.say("r", review());
        await().atMost(PATIENCE).until(() -> rooms.get("r").state() == RoomState.PAUSED);
        rooms = machine.restarted().rooms();
        raiseBudget();
        rooms.resume("r");
        awaitIdle("r");
        assertEquals(2, looked.get(), "nobody looks at it from the beginning again");
        assertThat(rooms.findings().list("r")).hasSize(1);
        assertThat(said("r")).last().isEqualTo("ada: The result");
    }

    @Test
    void nobodyIsAskedAgainAboutWhatIsOver() throws Exception {
        api("ada", "", always("Something new"));
        room("r", RoomMode.FREE, rounds(0), "ada");
        rooms.say("r", RoomPost.of("hi"));
        awaitIdle("r");
        rooms.pause("r");
        assertEquals(RoomState.IDLE, rooms.resume("r").state());
        awaitIdle("r");
        assertEquals(List.of("ada: Something new"), said("r"));
        rooms.say("r", RoomPost.of("hi again"));
        awaitIdle("r");
        assertThat(said("r")).hasSize(2);
    }

    /// One of two reviewers has answered when Parley ends.
    private void endInTheMiddleOfAStep(AtomicInteger looked) throws Exception {
        reviewers(looked);
        var slow = new AtomicBoolean(true);
        var quick = minds.get("bob");
        minds.put(
                "bob",
                request ->
                        slow.getAndSet(false)
                                ? Reply.text("x".repeat(4000)).slowly(Duration.ofSeconds(60))
                                : quick.apply(request));
        room("r", RoomMode.FREE, null, "ada", "bob");
        rooms.say("r", review());
        await().atMost(PATIENCE)
                .until(() -> said("r").size() == 1 && model.mainRequests().size() == 2);
    }

    private void goesOn(AtomicInteger looked) throws Exception {
        assertEquals(RoomState.PAUSED, rooms.details("r").room().state());
        assertThat(rooms.get("r").reason()).contains("Parley ended");
        rooms.resume("r");
        awaitIdle("r");
        assertEquals(2, looked.get(), "ada's findings are known, bob's are asked for");
        assertThat(rooms.findings().list("r").getFirst().by()).containsExactly("ada", "bob");
        var bobs = model.mainRequests().get(2).userTexts().getLast();
        assertThat(bobs).contains("Review what").doesNotContain("Leaks");
        assertThat(said("r")).hasSize(5).last().isEqualTo("ada: The result");
        assertEquals(RoomState.IDLE, rooms.resume("r").state());
        assertThat(said("r")).hasSize(5);
    }

    @Test
    void theEndOfParleyIsNoFailureOfAnAgent() throws Exception {
        var looked = new AtomicInteger();
        endInTheMiddleOfAStep(looked);
        rooms = machine.restarted().rooms();
        assertThat(notes("r")).isEmpty();
        goesOn(looked);
    }

    /// As a Parley leaves it that was killed: nobody has written a word about it.
    @Test
    void aParleyThatWasKilledHasLostNothing() throws Exception {
        var looked = new AtomicInteger();
        endInTheMiddleOfAStep(looked);
        machine.close();
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + machine.data().resolve("parley.db"));
                var statement = connection.createStatement()) {
            assertEquals(
                    1,
                    statement.executeUpdate(
                            "update room set state = 'running', body = json_remove(json_set(body,"
                                    + " '$.state', 'running'), '$.reason'), owner_node = 'local',"
                                    + " owner_pid = 999999, owner_start = 1"));
        }
        rooms = machine.app().rooms();
        assertThat(rooms.list()).hasSize(1);
        assertThat(notes("r").getFirst()).contains("Resume the room");
        goesOn(looked);
    }

    @Test
    void whoWritesAfterTheEndOfParleyIsHeard() throws Exception {
        endInTheMiddleOfAStep(new AtomicInteger());
        rooms = machine.restarted().rooms();
        minds.put("ada", always("I am here"));
        rooms.change("r", new RoomChange(null, null, List.of("ada"), null, null, rounds(0)));
        rooms.say("r", RoomPost.of("hi"));
        awaitIdle("r");
        assertThat(said("r")).last().isEqualTo("ada: I am here");
        rooms.resume("r");
        assertThat(said("r")).last().isEqualTo("ada: I am here");
    }

    @Test
    void aTicketThatIsMadeWhileTheyJudgeStays() throws Exception {
        reviewers(new AtomicInteger());
        var judge = minds.get("bob");
        minds.put(
                "bob",
                request -> {
                    if (request.userTexts().getLast().contains("findings of all reviewers")) {
                        assertDoesNotThrow(
                                () -> rooms.findings().ticket("r", "F1", machine.project()));
                    }
                    return judge.apply(request);
                });
        room("r", RoomMode.FREE, null, "ada", "bob");
        rooms.say("r", review());
        awaitIdle("r");
        var finding = rooms.findings().list("r").getFirst();
        assertEquals(1, finding.ticket());
        assertThat(finding.verdicts()).hasSize(2);
    }

    /// What comes late belongs to the message before.
    @Test
    void anAnswerThatComesLateIsNoneToTheNextMessage() throws Exception {
        var gate = new CountDownLatch(1);
        api(
                "ada",
                "",
                request -> {
                    assertDoesNotThrow(() -> gate.await());
                    return Reply.text("Heard " + request.userTexts().getLast().contains("two"));
                });
        room("r", RoomMode.FREE, rounds(0), "ada");
        rooms.say("r", RoomPost.of("one"));
        await().atMost(PATIENCE).until(() -> model.mainRequests().size() == 1);
        rooms.say("r", RoomPost.of("two"));
        gate.countDown();
        awaitIdle("r");
        assertEquals(List.of("ada: Heard false", "ada: Heard true"), said("r"));
    }
}
