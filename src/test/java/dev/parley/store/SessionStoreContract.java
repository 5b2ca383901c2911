package dev.parley.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;
import dev.parley.api.SessionState;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// What every store of sessions does, however it keeps them. A kind of store has a test that
/// extends this one.
public abstract class SessionStoreContract {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final SessionStore.Guard ANYBODY = (_, _) -> {};
    private static final OwnerProcess SELF = OwnerProcess.self();

    /// It lives, and is somebody else.
    private static final OwnerProcess OTHER = parent();

    private static final OwnerProcess DEAD = new OwnerProcess(OwnerProcess.LOCAL, 4_194_304, 7);
    private static final OwnerProcess ELSEWHERE = new OwnerProcess("elsewhere", 4_194_304, 7);

    /// The same store, seen by a process.
    protected abstract SessionStore seenBy(OwnerProcess self);

    protected abstract StoreUpkeep upkeep();

    private static OwnerProcess parent() {
        var handle = ProcessHandle.current().parent().orElseThrow();
        var start = handle.info().startInstant().orElseThrow().getEpochSecond();
        return new OwnerProcess(OwnerProcess.LOCAL, handle.pid(), start);
    }

    private static SessionRow row(@Nullable String nativeId, @Nullable OwnerProcess owner) {
        var standing =
                new SessionRow.Standing(
                        nativeId,
                        SessionState.STARTING,
                        "opus",
                        null,
                        Permission.ASK,
                        null,
                        null,
                        owner,
                        NOW);
        var asked =
                new SessionRow.Asked(
                        "stub",
                        Path.of("/"),
                        "be brief",
                        List.of(),
                        null,
                        List.of("create_ticket"),
                        NOW);
        return new SessionRow(SessionId.random(), asked, standing);
    }

    private static Turn turn(String text) {
        return new Turn(Action.Prompt.of(text).turnId(), text, List.of());
    }

    private SessionId entered(@Nullable String nativeId, @Nullable OwnerProcess owner)
            throws InterruptedException {
        return seenBy(SELF).enter(row(nativeId, owner), null, ANYBODY);
    }

    private List<Long> append(SessionId id, long from, long to) throws InterruptedException {
        var stored = new ArrayList<Long>();
        for (var number = from; number <= to; number++) {
            var event = new Event.AssistantSaid("line " + number, null);
            var logged = LoggedEvent.of(id, new Envelope(NOW, "stub", null, number, event, null));
            seenBy(SELF)
                    .append(
                            logged,
                            new SessionStore.Receipt() {
                                @Override
                                public void stored() {
                                    stored.add(logged.sequence());
                                }

                                @Override
                                public void failed(Problem problem) {
                                    throw problem;
                                }
                            });
        }
        seenBy(SELF).flush();
        return stored;
    }

    private static List<Long> numbers(List<LoggedEvent> events) {
        return events.stream().map(LoggedEvent::sequence).toList();
    }

    @Test
    void aSessionComesBackAsItWasEntered() throws Exception {
        var wanted = row("n1", SELF);
        var store = seenBy(SELF);
        assertFalse(store.exists());
        assertEquals(wanted.id(), store.enter(wanted, turn("hello"), ANYBODY));
        assertTrue(store.exists());
        assertEquals(new SessionStore.Listed(wanted, 0), store.find(wanted.id()).orElseThrow());
        assertEquals(wanted, store.current(wanted.id()).orElseThrow());
        assertEquals(List.of(new SessionStore.Listed(wanted, 0)), store.newest(10));
    }

    @Test
    void eventsAreConfirmedInTheirOrderAndReadBothWays() throws Exception {
        var id = entered(null, SELF);
        var all = LongStream.rangeClosed(1, 50).boxed().toList();
        assertEquals(all, append(id, 1, 50));
        var store = seenBy(SELF);
        assertEquals(List.of(11L, 12L, 13L), numbers(store.after(id, 10, 3)));
        assertEquals(List.of(9L, 8L, 7L), numbers(store.before(id, 10, 3)));
        assertEquals(50, store.find(id).orElseThrow().lastSequence());
    }

    @Test
    void aRefusalStoresNothing() throws Exception {
        var wanted = row("n1", SELF);
        SessionStore.Guard nobody =
                (key, id) -> {
                    throw Problem.invalid("not " + key + " for " + id, "");
                };
        var problem =
                assertThrows(Problem.class, () -> seenBy(SELF).enter(wanted, turn("x"), nobody));
        assertEquals("not stub:n1 for " + wanted.id(), problem.message());
        assertThat(seenBy(SELF).newest(10)).isEmpty();
    }

    @Test
    void ofTwoProcessesOneGetsASession() throws Exception {
        var id = entered("n1", null);
        assertEquals(OTHER, seenBy(OTHER).claim(id, ANYBODY).session().owner());
        for (var attempt :
                List.<org.junit.jupiter.api.function.Executable>of(
                        () -> seenBy(SELF).claim(id, ANYBODY),
                        () -> seenBy(SELF).accept(id, turn("x"), NOW, ANYBODY),
                        () -> seenBy(SELF).enter(row("n1", SELF), null, ANYBODY))) {
            var problem = assertThrows(Problem.class, attempt);
            assertEquals(Problem.Kind.BUSY, problem.kind());
            assertThat(problem.message()).contains("process " + OTHER.pid());
        }
    }

    @Test
    void aNativeSessionGoesOnUnderTheIdItHas() throws Exception {
        var id = entered("n1", null);
        assertEquals(id, seenBy(SELF).enter(row("n1", SELF), turn("x"), ANYBODY));
        assertEquals(SELF, seenBy(SELF).current(id).orElseThrow().owner());
    }

    @Test
    void sessionsOfADeadProcessAreInterruptedOnce() throws Exception {
        var id = seenBy(DEAD).enter(row("n1", DEAD), turn("x"), ANYBODY);
        append(id, 1, 3);
        seenBy(SELF).recover(NOW);
        seenBy(SELF).recover(NOW);
        var session = seenBy(SELF).find(id).orElseThrow();
        assertEquals(SessionState.INTERRUPTED, session.session().standing().state());
        assertEquals(5, session.lastSequence());
        var last = seenBy(SELF).after(id, 3, 10);
        assertEquals("parley_ended", ((Event.Failed) last.getFirst().envelope().event()).code());
        assertThat(last.getLast().envelope().event()).isInstanceOf(Event.TurnEnded.class);
    }

    /// Its number may well be free here, or somebody else's.
    @Test
    void aProcessOnAnotherNodeIsNeverTakenOver() throws Exception {
        var id = seenBy(ELSEWHERE).enter(row("n1", ELSEWHERE), turn("x"), ANYBODY);
        append(id, 1, 3);
        seenBy(SELF).recover(NOW);
        var session = seenBy(SELF).find(id).orElseThrow();
        assertEquals(new SessionStore.Listed(session.session(), 3), session);
        assertEquals(ELSEWHERE, session.session().owner());
        var problem = assertThrows(Problem.class, () -> seenBy(SELF).claim(id, ANYBODY));
        assertThat(problem.message()).contains("process 4194304 on elsewhere");
        assertThat(seenBy(SELF).openOrChanged(NOW.plusSeconds(60), Duration.ofSeconds(2)))
                .hasSize(1);
        var measured = upkeep().sized().getFirst();
        assertFalse(measured.isFree());
        assertFalse(upkeep().removeOldest(measured, 2));
    }

    @Test
    void whatSomebodyWentOnWithIsNotRemoved() throws Exception {
        var id = entered("n1", null);
        append(id, 1, 5);
        var measured = upkeep().sized().getFirst();
        assertTrue(upkeep().removeOldest(measured, 2));
        assertEquals(List.of(3L, 4L, 5L), numbers(upkeep().after(id, 0, 10)));
        append(id, 6, 6);
        var note = upkeep().after(id, 4, 1).getFirst();
        assertFalse(upkeep().removeOldest(measured, 2));
        assertFalse(upkeep().replaceAll(measured, note));
        var again = upkeep().sized().getFirst();
        var last = upkeep().after(id, 5, 1).getFirst();
        assertTrue(upkeep().replaceAll(again, last));
        assertEquals(List.of(6L), numbers(upkeep().after(id, 0, 10)));
        assertEquals(1, upkeep().use().events().count());
    }
}
