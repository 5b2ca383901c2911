package dev.parley.work.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.RoomChange;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.testing.model.Reply;

import org.junit.jupiter.api.Test;

import java.util.List;
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
    void afterARestartItIsStillAReview() throws Exception {
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
        assertEquals(4, looked.get());
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
}
