package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;
import dev.parley.session.log.EventStream;
import dev.parley.session.log.Followers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

@Timeout(120)
class EventStreamTest {
    private final List<LoggedEvent> store = new ArrayList<>();
    private final Followers followers = new Followers(this::after, () -> false);

    private List<LoggedEvent> after(long sequence, int limit) {
        synchronized (store) {
            return store.stream()
                    .filter(recorded -> recorded.sequence() > sequence)
                    .limit(limit)
                    .toList();
        }
    }

    private void happen(long sequence) {
        var recorded = new LoggedEvent(SessionId.random(), sequence, "{}", null);
        synchronized (store) {
            store.add(recorded);
        }
        followers.publish(recorded);
    }

    private static List<Long> take(EventStream stream, int count) throws InterruptedException {
        var taken = new ArrayList<Long>();
        for (var at = 0; at < count; at++) {
            taken.add(stream.next().orElseThrow().sequence());
        }
        return taken;
    }

    private static List<Long> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    @Test
    void replaysAndThenGoesOnWithoutGapOrRepeat() throws Exception {
        for (var sequence = 1; sequence <= 1000; sequence++) {
            happen(sequence);
        }
        var writer =
                Thread.startVirtualThread(() -> {
                    for (var sequence = 1001; sequence <= 5000; sequence++) {
                        happen(sequence);
                    }
                });
        try (var stream = followers.follow(10, 100_000)) {
            assertEquals(numbers(11, 5000), take(stream, 4990));
            assertEquals(5000, stream.last());
        }
        writer.join();
    }

    @Test
    void whoIsTooSlowIsCutOffAndComesBackWithItsNumber() throws Exception {
        happen(1);
        long last;
        try (var stream = followers.follow(0, 3)) {
            assertEquals(numbers(1, 1), take(stream, 1));
            assertThat(stream.poll()).isEmpty();
            for (var sequence = 2; sequence <= 20; sequence++) {
                happen(sequence);
            }
            assertEquals(numbers(2, 4), take(stream, 3));
            assertThat(stream.next()).isEmpty();
            assertEquals(Optional.of(EventStream.Ending.TOO_SLOW), stream.ending());
            last = stream.last();
        }
        try (var stream = followers.follow(last, 100)) {
            assertEquals(numbers(5, 20), take(stream, 16));
        }
    }

    @Test
    void aSlowFollowerDoesNotHarmAnother() throws Exception {
        try (var slow = followers.follow(0, 2);
                var quick = followers.follow(0, 100)) {
            assertThat(slow.poll()).isEmpty();
            assertThat(quick.poll()).isEmpty();
            for (var sequence = 1; sequence <= 50; sequence++) {
                happen(sequence);
            }
            assertEquals(numbers(1, 50), take(quick, 50));
        }
    }

    @Test
    void closingWakesWhoWaits() throws Exception {
        var stream = followers.follow(0, 10);
        var waits =
                Thread.startVirtualThread(() -> {
                    try {
                        assertThat(stream.next()).isEmpty();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
        while (followers.isEmpty()) {
            Thread.onSpinWait();
        }
        stream.close();
        waits.join();
        assertEquals(Optional.of(EventStream.Ending.CLOSED), stream.ending());
        assertTrue(followers.isEmpty());
    }

    @Test
    void aShutDownEndsEveryStream() throws Exception {
        try (var stream = followers.follow(0, 10)) {
            assertThat(stream.poll()).isEmpty();
            followers.shutDown();
            assertThat(stream.next()).isEmpty();
            assertEquals(Optional.of(EventStream.Ending.SHUT_DOWN), stream.ending());
        }
        try (var late = followers.follow(0, 10)) {
            assertThat(late.next()).isEmpty();
        }
    }

    @Test
    void aSessionIsFollowedFromItsFirstEventToItsLast(@TempDir Path directory) throws Exception {
        try (var stub = new LiveStub(directory, LiveStub.Setup.PLAIN)) {
            var id = stub.start();
            try (var stream = stub.sessions.follow(id, 0)) {
                stub.say(id, "count 3000");
                // Start, prompt, turn start, the pieces, turn end.
                assertEquals(numbers(1, 3004), take(stream, 3004));
            }
        }
    }
}
