package dev.parley.work.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.parley.api.Agent;
import dev.parley.api.NewRoom;
import dev.parley.api.RoomMode;
import dev.parley.api.RoomPost;
import dev.parley.api.RoomState;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.Permission;

import org.junit.jupiter.api.Test;

import java.sql.DriverManager;
import java.util.List;

/// What survives: threads of agents, their processes, and Parley itself.
class RoomThreadsTest extends RoomCase {
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
    void inARepositoryWhatAgentsAskWaitsInTheInbox() throws Exception {
        rooms.agents().put(Agent.on("demo", "dan", ""));
        rooms.make(
                new NewRoom(
                        "r",
                        null,
                        null,
                        RoomMode.FREE,
                        List.of("dan"),
                        null,
                        null,
                        null,
                        machine.project().toString(),
                        Permission.ASK,
                        rounds(0)));
        rooms.say("r", RoomPost.of("brief, with permission"));
        var sessions = machine.app().sessions();
        await().atMost(PATIENCE).until(() -> !sessions.approvals().pending().isEmpty());
        var asked = sessions.approvals().pending().getFirst();
        assertEquals(member("r", "dan").session(), asked.session().value());
        sessions.ask(asked.session(), Action.Decide.allow(asked.requestId()));
        awaitIdle("r");
        assertThat(said("r")).hasSize(1);
        assertThat(machine.project().resolve("parley-demo.txt")).exists();
    }

    @Test
    void aRoomThatIsDeletedLeavesNoSessionOpen() throws Exception {
        rooms.agents().put(Agent.on("demo", "dan", ""));
        room("r", RoomMode.FREE, rounds(0), "dan");
        rooms.say("r", RoomPost.of("brief please"));
        awaitIdle("r");
        var session = SessionId.of(member("r", "dan").session());
        rooms.delete("r");
        await().atMost(PATIENCE)
                .until(() ->
                        machine.app().sessions().info(session).state() == SessionState.COMPLETED);
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
        assertEquals(RoomState.PAUSED, rooms.list().getFirst().state());
        assertThat(notes("r").getFirst()).contains("Parley ended while the agents talked");
        rooms.say("r", RoomPost.of("Are you there?"));
        awaitIdle("r");
        assertEquals(List.of("ada: PASS"), said("r"));
    }
}
