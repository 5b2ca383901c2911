package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.Agent;
import dev.parley.api.NewRoom;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMessage;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.ManyClis;
import dev.parley.testing.real.RealCli;
import dev.parley.work.room.Rooms;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// One agent on the real Codex in two rooms at once: one process with a thread for each room, and
/// when it is killed both go on.
@Tag("real")
class RealTwoRoomsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    @TempDir Path temp;

    private final AtomicBoolean isKilled = new AtomicBoolean();

    private Reply reply(ModelRequest request) {
        if (!isKilled.get()) {
            return Reply.text("x".repeat(2000)).slowly(Duration.ofMinutes(5));
        }
        return Reply.text("A word about " + (isAbout(request, "one") ? "one" : "two"));
    }

    private static boolean isAbout(ModelRequest request, String room) {
        return String.join("\n", request.userTexts()).contains("only for " + room);
    }

    private static List<ProcessHandle> processes() {
        return ProcessHandle.current()
                .descendants()
                .filter(it -> it.info().command().orElse("").contains("codex"))
                .toList();
    }

    private static void room(Rooms rooms, String name) throws Exception {
        var once = new RoomLimits.Change(0, null, null, null, null, null, null, null);
        rooms.make(
                new NewRoom(
                        name,
                        null,
                        null,
                        RoomMode.FREE,
                        List.of("cody"),
                        null,
                        null,
                        null,
                        null,
                        null,
                        once));
        rooms.say(name, RoomPost.of("This is only for " + name));
    }

    private static void awaitIdle(Rooms rooms, String name) {
        await().atMost(PATIENCE)
                .until(() -> !rooms.isRunning(name) && rooms.get(name).state() == RoomState.IDLE);
    }

    @Test
    void anAgentInTwoRoomsIsOneProcessAndOutlivesIt() throws Exception {
        try (var model = ScriptedModel.answering(this::reply);
                var app =
                        new App(
                                ManyClis.in(
                                        temp.toRealPath(), List.of(RealCli.CODEX), model, ""))) {
            var rooms = app.rooms();
            rooms.agents().put(Agent.on("codex", "cody", "You are brief.").withModel("gpt-5.5"));
            room(rooms, "one");
            await().atMost(PATIENCE)
                    .until(() -> model.mainRequests().stream().anyMatch(it -> isAbout(it, "one")));
            var alone = processes().size();
            room(rooms, "two");
            await().atMost(PATIENCE)
                    .until(() -> model.mainRequests().stream().anyMatch(it -> isAbout(it, "two")));
            var both = processes();
            assertEquals(alone, both.size(), both.toString());

            isKilled.set(true);
            both.forEach(ProcessHandle::destroyForcibly);
            for (var name : List.of("one", "two")) {
                awaitIdle(rooms, name);
                assertThat(rooms.messages(name, 1, 100))
                        .extracting(RoomMessage::text)
                        .contains("A word about " + name)
                        .noneMatch(text -> text.contains("could not answer"));
            }
            for (var request : model.mainRequests()) {
                assertThat(isAbout(request, "one") && isAbout(request, "two")).isFalse();
            }
        }
    }
}
