package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.SessionKey;
import dev.parley.store.sqlite.Database;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/// A turn that runs while the disk fills up: it loses nothing, what is refused does not run, and
/// both go on by themselves when there is room.
class FullDiskTest {
    private static final int LINES = 3000;

    @TempDir Path directory;

    private static void fill(Database database) throws InterruptedException {
        database.write(store -> {
            for (var page = 0; page < 500; page++) {
                store.update(
                        "insert into live_event (session_id, sequence, json) values ('ballast', ?, ?)",
                        page,
                        "x".repeat(4000));
            }
            return store.query("pragma max_page_count = 1", row -> row.getInt(1));
        });
    }

    private void makeRoom() throws InterruptedException {
        try (var other = new Database(directory.resolve("parley.db"))) {
            other.write(
                    store -> store.update("delete from live_event where session_id = 'ballast'"));
        }
    }

    private static void assertRefused(LiveStub stub, SessionId id) {
        var prompt = Action.Prompt.of("refused " + "x".repeat(20_000));
        var problem = assertThrows(Problem.class, () -> stub.sessions.ask(id, prompt));
        assertEquals(Problem.Kind.DISK_FULL, problem.kind());
    }

    @Test
    void aRunningTurnLosesNothing() throws Exception {
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("hello");
            stub.await(id, SessionState.IDLE);
            fill(stub.database);
            // What is small may find a place still.
            stub.say(id, "count " + LINES);
            assertRefused(stub, id);
            makeRoom();
            stub.await(id, SessionState.IDLE);
            stub.say(id, "again");
            stub.await(id, SessionState.IDLE);
            var story = stub.story(id);
            assertThat(story)
                    .doesNotContain("refused")
                    .endsWith("said echo again\nturn.end completed");
            var said =
                    stub.sessions.events(id, 0, 10_000).stream()
                            .filter(event ->
                                    event.envelope().event() instanceof Event.AssistantStreamed)
                            .count();
            assertEquals(LINES, said);
            var all = stub.sessions.events(id, 0, 10_000);
            assertEquals(all.size(), all.getLast().sequence());
        }
    }

    @Test
    void aStartThatIsRefusedLeavesNoSession() throws Exception {
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("hello");
            stub.await(id, SessionState.IDLE);
            var key = new SessionKey("stub", "native-1");
            stub.directories.put(key, directory);
            fill(stub.database);
            var prompt = Action.Prompt.of("refused " + "x".repeat(20_000));
            for (var request : List.of(stub.request(), NewSession.resuming(key.toString()))) {
                var problem =
                        assertThrows(
                                Problem.class, () -> stub.sessions.start(request.saying(prompt)));
                assertEquals(Problem.Kind.DISK_FULL, problem.kind());
            }
            stub.writers.check(key); // nobody has it for a session that is not there
            assertEquals(
                    List.of(id), stub.sessions.list(10).stream().map(SessionInfo::id).toList());
        }
    }
}
