package dev.parley.process.posix;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// One thread that waits for the pipes and the ends of all children at once (`epoll`), so that an
/// idle child costs no thread. It does nothing that could wait.
///
/// No other thread reads from a descriptor, and it closes a descriptor when it stops watching it:
/// so reading never waits, and a number that is used again is never taken for the old one.
final class PollThread {
    private static final Logger LOG = LoggerFactory.getLogger(PollThread.class);

    private static final int ADD = 1;
    private static final int REMOVE = 2;

    private static final int READABLE = 0x001;

    /// `struct epoll_event`: which events, and a number of ours. Packed on one architecture only.
    private static final long DATA_AT = System.getProperty("os.arch").equals("amd64") ? 4 : 8;

    private static final long EVENT_BYTES = DATA_AT + 8;
    private static final int BATCH = 64;

    /// What a full pipe holds.
    private static final long BUFFER = 64 * 1024;

    private final int poll;
    private final MemorySegment buffer = Arena.global().allocate(BUFFER); // of this thread
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, Watch> watches = new ConcurrentHashMap<>();

    PollThread() throws IOException {
        poll = Libc.epollCreate();
        if (poll < 0) {
            throw new IOException("Too many open files");
        }
        Thread.ofPlatform().daemon().name("poll").start(this::work);
    }

    /// What happens when there is something to read. Runs on the poll thread: it must not wait.
    interface Ready {
        void run(Watch watch);
    }

    /// Until its end the descriptor belongs to the watch.
    void watch(int descriptor, Ready ready) throws IOException {
        var watch = new Watch(descriptor, numbers.incrementAndGet(), ready);
        watches.put(watch.number, watch);
        if (control(ADD, watch) != 0) {
            watches.remove(watch.number);
            throw new IOException("Too many files are watched");
        }
    }

    /// A descriptor that is watched.
    final class Watch {
        private final int descriptor;
        private final long number;
        private final Ready ready;

        private Watch(int descriptor, long number, Ready ready) {
            this.descriptor = descriptor;
            this.number = number;
            this.ready = ready;
        }

        /// What is there; nothing at the end. On the poll thread, once each time it is ready.
        byte[] read() {
            var count = Libc.read(descriptor, buffer);
            return buffer.asSlice(0, Math.max(0, count)).toArray(JAVA_BYTE);
        }

        /// Leaves it alone until [#goOn].
        void pause() {
            control(REMOVE, this);
        }

        /// On any thread. What is there already counts.
        void goOn() {
            if (control(ADD, this) != 0) {
                LOG.error("The output of a child is not read any more");
            }
        }

        /// Ends the watch and closes the descriptor.
        void close() {
            watches.remove(number);
            control(REMOVE, this);
            Libc.close(descriptor);
        }
    }

    private int control(int operation, Watch watch) {
        try (var arena = Arena.ofConfined()) {
            var event = arena.allocate(EVENT_BYTES, 8);
            event.set(JAVA_INT_UNALIGNED, 0, READABLE);
            event.set(JAVA_LONG_UNALIGNED, DATA_AT, watch.number);
            return Libc.epollControl(poll, operation, watch.descriptor, event);
        }
    }

    private void work() {
        var events = Arena.global().allocate(EVENT_BYTES * BATCH, 8);
        while (true) {
            var count = Libc.epollWait(poll, events, BATCH);
            for (var at = 0; at < count; at++) {
                dispatch(events.asSlice(at * EVENT_BYTES, EVENT_BYTES));
            }
        }
    }

    private void dispatch(MemorySegment event) {
        var watch = watches.get(event.get(JAVA_LONG_UNALIGNED, DATA_AT));
        if (watch != null) {
            try {
                watch.ready.run(watch);
            } catch (Throwable e) {
                LOG.error("The output of a child could not be read", e); // that of others can
            }
        }
    }
}
