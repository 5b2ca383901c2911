package dev.parley.work.page;

import dev.parley.api.InboxPage;
import dev.parley.api.Subscription;
import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.session.Sessions;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Tells of every change of the inbox while somebody listens: one thread looks, for all of them.
/// Changes that come together are told together. Thread-safe.
public final class InboxWatch {
    private static final Duration TOGETHER = Duration.ofMillis(250);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Inbox inbox;
    private final Sessions sessions;
    private final ProposedTickets proposals;
    private final Marks marks;
    private final Clock clock;
    private final List<Consumer<InboxPage>> listeners = new CopyOnWriteArrayList<>();
    private final Semaphore changed = new Semaphore(0);
    private @Nullable Thread looking; // guarded by this
    private List<Subscription> sources = List.of(); // guarded by this

    public InboxWatch(
            Inbox inbox, Sessions sessions, ProposedTickets proposals, Marks marks, Clock clock) {
        this.inbox = inbox;
        this.sessions = sessions;
        this.proposals = proposals;
        this.marks = marks;
        this.clock = clock;
    }

    /// @param listener gets the inbox as it is now, and again whenever it changed; may wait
    public Subscription watch(Consumer<InboxPage> listener) throws InterruptedException {
        begin(listener);
        changed.release();
        return () -> leave(listener);
    }

    private synchronized void begin(Consumer<InboxPage> listener) throws InterruptedException {
        listeners.add(listener);
        if (looking == null) {
            var all = new ArrayList<Subscription>();
            all.add(sessions.onChange(_ -> changed.release()));
            all.add(sessions.approvals().onChange(_ -> changed.release()));
            all.add(marks.onChange(_ -> changed.release()));
            all.add(inbox.onSnooze(_ -> changed.release()));
            all.add(proposals.onChange(_ -> changed.release()));
            sources = all;
            looking = Interruptible.start("inbox-watch", this::look);
        }
    }

    private synchronized void leave(Consumer<InboxPage> listener) {
        listeners.remove(listener);
        var thread = looking;
        if (listeners.isEmpty() && thread != null) {
            thread.interrupt();
            sources.forEach(Subscription::close);
            looking = null;
        }
    }

    private void look() throws InterruptedException {
        while (true) {
            var _ = changed.tryAcquire(untilNextReturn(), TimeUnit.MILLISECONDS);
            Thread.sleep(TOGETHER);
            changed.drainPermits();
            try {
                var page = inbox.page(Inbox.USUAL_CONTEXT, false);
                listeners.forEach(listener -> listener.accept(page));
            } catch (Problem problem) {
                // It passes; the next change is told again.
                LoggerFactory.getLogger(InboxWatch.class)
                        .debug("The inbox is not read: {}", problem.message());
            }
        }
    }

    /// What was put off comes back by itself.
    private long untilNextReturn() throws InterruptedException {
        try {
            var next = inbox.nextReturn();
            return next.isEmpty()
                    ? LONGEST.toMillis()
                    : Math.clamp(
                            Duration.between(clock.instant(), next.get()).toMillis() + 1,
                            1,
                            LONGEST.toMillis());
        } catch (Problem _) {
            return LONGEST.toMillis();
        }
    }
}
