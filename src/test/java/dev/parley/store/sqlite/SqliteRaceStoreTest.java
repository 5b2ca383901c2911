package dev.parley.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.LaneInfo;
import dev.parley.api.RaceInfo;
import dev.parley.api.RaceInfo.Status;
import dev.parley.api.SessionId;
import dev.parley.store.OwnerProcess;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class SqliteRaceStoreTest {
    private static final Instant NOW = Instant.parse("2026-11-18T10:00:00Z");
    private static final OwnerProcess GONE = new OwnerProcess(OwnerProcess.LOCAL, 1, 1);

    @TempDir Path temp;
    private Database database;
    private SqliteRaceStore store;

    @BeforeEach
    void open() {
        database = new Database(temp.resolve("parley.db"));
        store = new SqliteRaceStore(database, OwnerProcess.self());
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static RaceInfo race(String id, Instant at) {
        return new RaceInfo(
                id,
                "/project",
                "fix it",
                at,
                null,
                RaceInfo.Judgement.awaited("judge"),
                List.of(LaneInfo.running(1, "a"), LaneInfo.running(2, "b")));
    }

    private static RaceInfo over(RaceInfo race) {
        return race.with(lane -> lane.withStatus(Status.COMPLETED))
                .judged(new RaceInfo.Judgement("judge", "LANE 1", 1, null));
    }

    @Test
    void keepsEverythingThatIsKnownOfARace() throws Exception {
        var race = race("r1", NOW);
        store.insert(race);
        assertEquals(Optional.of(race), store.find("r1"));
        var changed =
                over(race)
                        .taking(1)
                        .with(lane ->
                                lane.withSession(SessionId.random())
                                        .withWorktree("w" + lane.number())
                                        .withCheck(true, "fine")
                                        .withSize(new LaneInfo.Size(1, 2, 3))
                                        .withCost(0.5)
                                        .withDuration(Duration.ofSeconds(4))
                                        .withBranch("parley/r1/2")
                                        .withError("one")
                                        .withError("two"));
        assertEquals(Optional.of(changed), store.update("r1", _ -> changed));
        assertEquals(Optional.of(changed), store.find("r1"));
        assertEquals("one two", changed.lanes().getFirst().error());
        assertEquals(Optional.empty(), store.update("r2", it -> it));
    }

    @Test
    void listsTheNewestFirst() throws Exception {
        store.insert(race("r1", NOW));
        store.insert(race("r2", NOW.plusSeconds(1)));
        store.insert(race("r3", NOW.minusSeconds(1)));
        assertEquals(List.of("r2", "r1"), store.list(2).stream().map(RaceInfo::id).toList());
    }

    @Test
    void findsThoseWhoseParleyIsGone() throws Exception {
        store.insert(race("r1", NOW));
        var other = new SqliteRaceStore(database, GONE);
        other.insert(race("r2", NOW));
        other.insert(over(race("r3", NOW)));
        assertEquals(List.of(race("r2", NOW)), store.abandoned());
    }

    @Test
    void forgetsOldOnesThatAreOver() throws Exception {
        store.insert(over(race("r1", NOW.minusSeconds(1))));
        store.insert(race("r2", NOW.minusSeconds(1)));
        store.insert(over(race("r3", NOW)));
        store.forget(NOW);
        assertTrue(store.find("r1").isEmpty());
        assertTrue(store.find("r2").isPresent(), "it runs");
        assertTrue(store.find("r3").isPresent());
    }
}
