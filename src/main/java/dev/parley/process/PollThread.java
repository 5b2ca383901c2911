package dev.parley.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// One thread that waits for the pipes and the ends of all children at once (`epoll`), so that an
/// idle child costs no thread. It does nothing that could wait.
///
/// Whoever watches a descriptor is the only one who reads from it, ends the watch and then closes
/// it: so reading what is there never waits, and a number that is used again is never taken for the
/// old one.
final class PollThread {
    private static final Logger LOG = LoggerFactory.getLogger(PollThread.class);

    private static final int ADD = 1;
    private static final int REMOVE = 2;
    private static final int CHANGE = 3;

    private static final int READABLE = 0x001;
    private static final int HUNG_UP = 0x010;
    private static final int ONCE = 1 << 30;

    /// `struct epoll_event`: which events, and a number of ours. Packed on one architecture only.
    private static final long DATA_AT = System.getProperty("os.arch").equals("amd64") ? 4 : 8;

    private static final long EVENT_BYTES = DATA_AT + 8;
    private static final int BATCH = 64;

    /// What a full pipe holds.
    private static final long BUFFER = 64 * 1024;

    private final int poll;
    // As many as are read from at the same moment, which is no more than there are processors.
    private final Queue<MemorySegment> buffers = new ConcurrentLinkedQueue<>();
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
        /// @param isLast everybody who could write has gone
        void run(Watch watch, boolean isLast);
    }

    /// @param once whether it waits for [Watch#again] after each time
    Watch watch(int descriptor, boolean once, Ready ready) throws IOException {
        var watch =
                new Watch(
                        descriptor, numbers.incrementAndGet(), READABLE | (once ? ONCE : 0), ready);
        watches.put(watch.number, watch);
        if (control(ADD, watch) != 0) {
            watches.remove(watch.number);
            throw new IOException("Too many files are watched");
        }
        return watch;
    }

    /// A descriptor that is watched. Until its end it belongs to this.
    final class Watch {
        private final int descriptor;
        private final long number;
        private final int events;
        private final Ready ready;
        // Written by the one who read last, read by the poll thread before the next one begins:
        // what the one has done, the other sees.
        private volatile boolean isArmed = true;

        private Watch(int descriptor, long number, int events, Ready ready) {
            this.descriptor = descriptor;
            this.number = number;
            this.events = events;
            this.ready = ready;
        }

        /// What is there; nothing at the end. Does not wait when called once each time it is ready.
        byte[] read() {
            var free = buffers.poll();
            var buffer = free == null ? Arena.global().allocate(BUFFER) : free;
            try {
                var count = Libc.read(descriptor, buffer);
                return buffer.asSlice(0, Math.max(0, count)).toArray(JAVA_BYTE);
            } finally {
                buffers.add(buffer);
            }
        }

        /// Waits for the next piece; what is there already counts.
        void again() {
            isArmed = true;
            if (control(CHANGE, this) != 0) {
                LOG.error("The output of a child is not heard any more");
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
            event.set(JAVA_INT_UNALIGNED, 0, watch.events);
            event.set(JAVA_LONG_UNALIGNED, DATA_AT, watch.number);
            return Libc.epollControl(poll, operation, watch.descriptor, event);
        }
    }

    private void work() {
        var events = Arena.global().allocate(EVENT_BYTES * BATCH, 8);
        while (true) {
            var count = Libc.epollWait(poll, events, BATCH);
            for (var at = 0; at < count; at++) {
                tell(events.asSlice(at * EVENT_BYTES, EVENT_BYTES));
            }
        }
    }

    private void tell(MemorySegment event) {
        var watch = watches.get(event.get(JAVA_LONG_UNALIGNED, DATA_AT));
        if (watch != null && watch.isArmed) {
            watch.isArmed = (watch.events & ONCE) == 0;
            try {
                watch.ready.run(watch, (event.get(JAVA_INT_UNALIGNED, 0) & HUNG_UP) != 0);
            } catch (Throwable e) {
                LOG.error("What a child wrote could not be heard", e); // the others are
            }
        }
    }
}
