package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.SessionState;
import dev.parley.event.Action;
import dev.parley.event.Event;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// The clock is set while sessions are at work: a day back, a year ahead.
class ClockJumpTest {
    private static final Duration LONG = Duration.ofHours(1);

    @TempDir Path directory;

    /// A clock that can be set.
    private static final class Settable extends Clock {
        private final AtomicReference<Duration> offset = new AtomicReference<>(Duration.ZERO);

        void jump(long days) {
            offset.updateAndGet(before -> before.plusDays(days));
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(offset.get());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private final Settable clock = new Settable();

    private LiveStub stub(LiveStub.Setup setup) {
        return new LiveStub(directory, setup, clock);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 365})
    void aQuestionWaitsAsLongAsItWould(long days) throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN.with(LONG, 10, LONG))) {
            var id = stub.startSaying("ask rm");
            stub.await(id, SessionState.WAITING);
            clock.jump(days);
            // Whatever wakes it, it looks at the time then.
            stub.sessions.ask(id, Action.Prompt.of("next"));
            assertEquals(SessionState.WAITING, stub.sessions.info(id).state());
            var asked = stub.sessions.approvals().pending().getFirst();
            stub.sessions.ask(id, Action.Decide.allow(asked.requestId()));
            stub.await(id, SessionState.IDLE);
            assertThat(stub.story(id))
                    .contains("answered true by person")
                    .endsWith("turn.end completed");
            assertEquals(1, stub.pids().size());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 365})
    void numbersAndOrderStayAndASessionGoesOn(long days) throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            stub.await(id, SessionState.IDLE);
            clock.jump(days);
            stub.say(id, "two");
            stub.await(id, SessionState.IDLE);
            stub.sessions.close(id);
            stub.await(id, SessionState.COMPLETED);
            stub.say(id, "three");
            stub.await(id, SessionState.IDLE);
            var said =
                    stub.events(id).stream()
                            .filter(Event.AssistantSaid.class::isInstance)
                            .map(event -> ((Event.AssistantSaid) event).content())
                            .toList();
            assertEquals(List.of("echo one", "echo two", "echo three"), said);
            assertEquals(2, stub.pids().size()); // the close gave the first one back
        }
    }

    @Test
    void aSessionThatIsClosedIsNotLiveForADayWhenTheClockIsSetBack() throws Exception {
        try (var stub = stub(LiveStub.Setup.PLAIN)) {
            var id = stub.startSaying("one");
            var nativeId = String.valueOf(stub.await(id, SessionState.IDLE).nativeId());
            assertTrue(stub.sessions.isLive("stub", nativeId));
            stub.sessions.close(id);
            stub.await(id, SessionState.COMPLETED);
            stub.database.awaitStored();
            clock.jump(-1);
            stub.untilNotLive(nativeId);
        }
    }
}
