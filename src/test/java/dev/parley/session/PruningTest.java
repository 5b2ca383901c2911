package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.LoggedEvent;
import dev.parley.api.Pruned;
import dev.parley.api.Retention;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.SessionKey;
import dev.parley.session.retention.MessagePieces;
import dev.parley.session.retention.Pruning;
import dev.parley.session.retention.StoreKeeper;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What leaves the store, and what never does.
class PruningTest {
    private static final Duration DAYS_30 = Duration.ofDays(30);
    private static final Retention USUAL = new Retention(DAYS_30, 0);

    @TempDir Path directory;

    private final Set<SessionKey> history = new HashSet<>();
    private LiveStub stub;
    private Pruning pruning;

    @BeforeEach
    void open() {
        stub = new LiveStub(directory, LiveStub.Setup.PLAIN);
        pruning = new Pruning(stub.upkeep, history::contains);
    }

    @AfterEach
    void close() {
        stub.close();
    }

    private static Instant later() {
        return Instant.now().plus(DAYS_30).plusSeconds(60);
    }

    private SessionId closed(String prompt) throws InterruptedException {
        var id = stub.startSaying(prompt);
        var info = stub.await(id, SessionState.IDLE);
        history.add(new SessionKey("stub", String.valueOf(info.nativeId())));
        stub.sessions.close(id);
        stub.await(id, SessionState.COMPLETED);
        stub.database.awaitStored();
        return id;
    }

    private List<Long> numbers(SessionId id) throws InterruptedException {
        return stub.sessions.events(id, 0, 10_000).stream().map(LoggedEvent::sequence).toList();
    }

    @Test
    void whatTheCliHasGoesAndSaysWhereItIs() throws Exception {
        var id = closed("count 700");
        var last = stub.sessions.info(id).lastSequence();
        var would = pruning.look(USUAL, later());
        assertEquals(new Pruned(1, last, would.bytes()), would);
        assertEquals(last, numbers(id).size());
        var pruned = pruning.prune(USUAL, later());
        assertEquals(last - 1, pruned.events());
        assertEquals(List.of(last), numbers(id));
        var left = stub.sessions.events(id, 0, 10).getFirst().envelope().event();
        assertEquals("events_pruned", ((Event.Failed) left).code());
        assertThat(((Event.Failed) left).message())
                .contains("stub:" + stub.sessions.info(id).nativeId());
        // Its numbers go on, for who had seen the last.
        assertEquals(last, stub.sessions.info(id).lastSequence());
        stub.say(id, "again");
        stub.await(id, SessionState.IDLE);
        assertThat(stub.story(id)).endsWith("said echo again\nturn.end completed");
        assertEquals(last + 1, stub.sessions.events(id, last, 10).getFirst().sequence());
    }

    @Test
    void onceIsEnough() throws Exception {
        closed("hello");
        assertEquals(1, pruning.prune(USUAL, later()).sessions());
        assertEquals(Pruned.NOTHING, pruning.prune(USUAL, later()));
    }

    @Test
    void whatNoFileHasStays() throws Exception {
        var id = closed("hello");
        history.clear();
        var before = numbers(id);
        assertEquals(Pruned.NOTHING, pruning.prune(USUAL, later()));
        assertEquals(before, numbers(id));
    }

    @Test
    void anOpenSessionStays() throws Exception {
        var id = stub.startSaying("hello");
        var info = stub.await(id, SessionState.IDLE);
        history.add(new SessionKey("stub", String.valueOf(info.nativeId())));
        assertEquals(Pruned.NOTHING, pruning.prune(new Retention(DAYS_30, 1), later()));
    }

    @Test
    void whatIsYoungStaysUnlessThereIsTooMuch() throws Exception {
        var old = closed("count 50");
        var young = closed("count 50");
        var before = numbers(young);
        assertEquals(Pruned.NOTHING, pruning.prune(USUAL, Instant.now()));
        var bytes = stub.upkeep.use().events().bytes();
        assertEquals(
                1, pruning.prune(new Retention(DAYS_30, bytes - 100), Instant.now()).sessions());
        assertEquals(1, numbers(old).size());
        assertEquals(before, numbers(young));
        assertEquals(Pruned.NOTHING, pruning.prune(new Retention(Duration.ZERO, 0), later()));
    }

    @Test
    void aClockThatIsBehindMakesNothingOld() throws Exception {
        closed("hello");
        assertEquals(Pruned.NOTHING, pruning.prune(USUAL, Instant.EPOCH));
    }

    @Test
    void theFileBecomesSmaller() throws Exception {
        closed("count 3000");
        stub.database.giveSpaceBack();
        var before = pages();
        pruning.prune(USUAL, later());
        assertThat(pages()).isLessThan(before / 2);
    }

    private int pages() throws InterruptedException {
        return stub.database.read(
                store -> store.first("pragma page_count", row -> row.getInt(1)).orElseThrow());
    }

    private void append(SessionId id, Event... events) throws InterruptedException {
        var number = stub.sessions.info(id).lastSequence();
        for (var event : events) {
            var envelope = new Envelope(Instant.now(), "stub", "n", ++number, event, null);
            var json = LoggedEvent.of(id, envelope).json();
            stub.database.write(store ->
                    store.update(
                            "insert into live_event (session_id, sequence, json) values (?, ?, ?)",
                            id.value(),
                            envelope.sequenceNumber(),
                            json));
        }
    }

    @Test
    void thePiecesOfAMessageGoWhenItIsThereAsAWhole() throws Exception {
        var id = closed("hello");
        var last = stub.sessions.info(id).lastSequence();
        append(
                id,
                new Event.AssistantStreamed("one ", "m1"),
                new Event.AssistantStreamed("other", "m2"),
                new Event.AssistantStreamed("two", "m1"),
                new Event.AssistantSaid("one two", "m1"),
                new Event.AssistantSaid("something else", "m2"),
                new Event.AssistantStreamed("never whole", "m3"));
        var pieces = new MessagePieces(stub.upkeep, false);
        assertEquals(Pruned.NOTHING, pieces.remove(Instant.now().minusSeconds(60)));
        assertEquals(2, new MessagePieces(stub.upkeep, true).remove(later()).events());
        assertEquals(2, pieces.remove(later()).events());
        assertEquals(
                List.of(last + 2, last + 4, last + 5, last + 6),
                numbers(id).stream().filter(number -> number > last).toList());
        // Who comes back in the middle of it gets the whole.
        var next = stub.sessions.events(id, last + 2, 1).getFirst().envelope().event();
        assertEquals(new Event.AssistantSaid("one two", "m1"), next);
        assertEquals(Pruned.NOTHING, pieces.remove(later()));
    }

    @Test
    void whoeverFollowsMeanwhileGoesOn() throws Exception {
        var id = closed("count 20");
        try (var events = stub.sessions.follow(id, 5)) {
            assertEquals(6, events.next().orElseThrow().sequence());
            pruning.prune(USUAL, later());
            stub.say(id, "again");
            Awaitility.await()
                    .until(() ->
                            events.next().orElseThrow().envelope().event()
                                            instanceof Event.AssistantSaid said
                                    && said.content().equals("echo again"));
        }
        assertTrue(numbers(id).size() < 10);
    }

    @Test
    void aServerDoesBothByItselfAndBelievesNoClockThatJustJumped() throws Exception {
        var id = closed("count 20");
        var inAYear = Clock.offset(Clock.systemUTC(), Duration.ofDays(365));
        var keeper = new StoreKeeper(stub.upkeep, pruning, USUAL, inAYear);
        keeper.tidy();
        assertThat(numbers(id).size()).isGreaterThan(1);
        assertEquals(1, keeper.tidyNow(USUAL, false).sessions());
    }
}
