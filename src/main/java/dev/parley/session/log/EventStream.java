package dev.parley.session.log;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.parley.api.EventFeed;
import dev.parley.api.LoggedEvent;
import dev.parley.api.SessionId;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Follows one session: first what is in the store after a number, then what happens, without a gap
/// and without a repeat. One thread takes from it; any thread may close it. A follower that is so
/// slow that its queue fills up is cut off and can come back with the last number it saw. Large
/// events do not wait in memory: a follower with too many of them reads them from the store.
public final class EventStream implements EventFeed {
    /// Why a stream is over.
    public enum Ending {
        /// Its follower closed it.
        CLOSED,
        /// Its follower did not keep up.
        TOO_SLOW,
        /// Parley goes down.
        SHUT_DOWN
    }

    private static final int PAGE = 200;

    /// How many characters may wait in memory for one follower.
    private static final long MOST_WAITING = 4 * 1024 * 1024;

    /// How often we look for news of a session that another Parley runs.
    private static final long FOREIGN_POLL_MILLIS = 200;

    private final Followers followers;
    private final BlockingQueue<LoggedEvent> live;
    private final Deque<LoggedEvent> page = new ArrayDeque<>();
    private volatile @Nullable Ending ending;
    private final AtomicLong waiting = new AtomicLong();
    private volatile boolean isLive;
    private volatile long last;

    EventStream(Followers followers, long after, int capacity) {
        this.followers = followers;
        this.last = after;
        this.live = new LinkedBlockingQueue<>(capacity);
    }

    @Override
    public Optional<LoggedEvent> next() throws InterruptedException {
        // A follower that has closed it wants nothing more, not even what was read already.
        while (!isOver() && ending != Ending.CLOSED) {
            var next = fromStore();
            if (next.isEmpty()) {
                // A wait with a limit costs a timer for each event, so live ones have none.
                next = news(isLive ? live.take() : live.poll(FOREIGN_POLL_MILLIS, MILLISECONDS));
            }
            if (next.isPresent()) {
                return next;
            }
        }
        return Optional.empty();
    }

    /// The next event, if it is there already.
    public Optional<LoggedEvent> poll() throws InterruptedException {
        var stored = fromStore();
        return stored.isPresent() ? stored : news(live.poll());
    }

    private Optional<LoggedEvent> news(@Nullable LoggedEvent found) {
        if (found == null) {
            return Optional.empty();
        }
        waiting.addAndGet(-found.json().length());
        if (found.sequence() <= last) {
            return Optional.empty();
        }
        last = found.sequence();
        return Optional.of(found);
    }

    /// The number of the event that was handed out last: what to come back with.
    public long last() {
        return last;
    }

    public boolean isOver() {
        return ending != null && live.isEmpty() && page.isEmpty();
    }

    /// Why it is over, if it is.
    public Optional<Ending> ending() {
        return Optional.ofNullable(ending);
    }

    @Override
    public boolean wasTooSlow() {
        return ending == Ending.TOO_SLOW;
    }

    @Override
    public void close() {
        if (ending == null) {
            ending = Ending.CLOSED;
        }
        live.clear();
        end(Ending.CLOSED); // wakes a thread that waits, so it comes last
    }

    private Optional<LoggedEvent> fromStore() throws InterruptedException {
        if (page.isEmpty() && !isLive && ending == null) {
            page.addAll(followers.read(last, PAGE));
            if (page.isEmpty()) {
                // From here on everything new comes through the queue, unless something came
                // between our look and this moment: then we look again.
                return followers.goLive(this, last) || followers.isForeign()
                        ? Optional.empty()
                        : fromStore();
            }
        }
        var next = page.poll();
        if (next != null) {
            last = next.sequence();
        }
        return Optional.ofNullable(next);
    }

    /// From here on it is sent everything, until it falls behind. Both happen under the lock of the
    /// followers.
    void goLive() {
        isLive = true;
    }

    /// Called in the order of the numbers, by the thread that has just stored the event. Never
    /// waits.
    void offer(LoggedEvent event) {
        if (ending != null) {
            return;
        }
        if (waiting.get() > MOST_WAITING) {
            fallBehind();
        } else if (live.offer(event)) {
            waiting.addAndGet(event.json().length());
        } else {
            end(Ending.TOO_SLOW);
        }
    }

    /// What waits is in the store, too: the follower goes on from there.
    private void fallBehind() {
        followers.remove(this);
        isLive = false;
        for (var each = live.poll(); each != null; each = live.poll()) {
            waiting.addAndGet(-each.json().length());
        }
        live.offer(WAKE_UP);
    }

    void end(Ending reason) {
        if (ending == null) {
            ending = reason;
        }
        followers.remove(this);
        live.offer(WAKE_UP);
    }

    /// Wakes a follower that waits; no event has its number.
    private static final LoggedEvent WAKE_UP = new LoggedEvent(new SessionId(""), 0, "", null);
}
