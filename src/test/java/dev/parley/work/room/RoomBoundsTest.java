package dev.parley.work.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.RoomChange;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.testing.model.Reply;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/// What ends turns, and what is refused before one begins.
class RoomBoundsTest extends RoomCase {
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
    void whoWritesRightAfterAStopIsHeard() throws Exception {
        var isFirst = new AtomicBoolean(true);
        var asked = new CountDownLatch(1);
        api(
                "ada",
                "",
                _ -> {
                    asked.countDown();
                    return isFirst.getAndSet(false)
                            ? Reply.text("x".repeat(4000)).slowly(Duration.ofSeconds(60))
                            : Reply.text("I am here");
                });
        room("r", RoomMode.FREE, rounds(0), "ada");
        rooms.say("r", RoomPost.of("hi"));
        asked.await();
        rooms.stop("r");
        rooms.say("r", RoomPost.of("hi again"));
        awaitIdle("r");
        assertEquals(List.of("ada: I am here"), said("r"));
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
    void aBudgetInDollarsCountsWhatTokensCost() throws Exception {
        Files.writeString(
                machine.config().resolve("prices.json"),
                "{\"models\":{\"house-model\":{\"input\":1000000,\"output\":1000000}}}");
        api("ada", "", always("Something new"));
        api("bob", "", always("Something else"));
        var little = new RoomLimits.Change(null, null, null, null, null, null, null, 0.5);
        room("r", RoomMode.FREE, little, "ada", "bob");
        rooms.say("r", RoomPost.of("hi"));
        await().atMost(PATIENCE).until(() -> rooms.get("r").state() == RoomState.PAUSED);
        awaitIdle("r");
        assertEquals(List.of("ada: Something new"), said("r"));
        assertThat(rooms.get("r").reason()).contains("The budget of $0");
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

    @Test
    void oneWhoIsTakenOutMeanwhileHasNoTurnAnyMore() throws Exception {
        var gate = new CountDownLatch(1);
        api(
                "ada",
                "",
                _ -> {
                    assertDoesNotThrow(() -> gate.await());
                    return Reply.text("I am here");
                });
        api("bob", "", always("I am here"));
        room("r", RoomMode.FREE, rounds(0), "ada", "bob");
        rooms.say("r", RoomPost.of("hi"));
        await().atMost(PATIENCE).until(() -> !member("r", "ada").state().equals("idle"));
        rooms.change("r", RoomChange.agents(List.of("ada")));
        gate.countDown();
        awaitIdle("r");
        assertEquals(List.of("ada: I am here"), said("r"));
    }
}
