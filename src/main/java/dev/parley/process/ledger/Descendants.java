package dev.parley.process.ledger;

import dev.parley.base.thread.Interruptible;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;

/// What our children started, wherever it went: it is marked when a child starts (a [ChildTag], a
/// control group) and ended when the child is gone. Thread-safe.
public final class Descendants {
    private static final long SWEEP_AFTER_MILLIS = 500;
    private static final long LOOK_EVERY_MILLIS = 30_000;

    /// A sweep looks at every process of the machine. Where those are many, it may take a twentieth
    /// of a processor, not more.
    private static final int REST = 20;

    /// Whether orphans become our children.
    private enum Adoption {
        NONE,
        WANTED,
        DONE
    }

    private final ProcessLedger ledger;
    private final Cgroups cgroups;
    private final Strays strays;
    private final Set<ChildTag> toSweep = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isSweepDue = new AtomicBoolean();
    private final AtomicReference<Adoption> adoption = new AtomicReference<>(Adoption.NONE);
    private volatile long lastSweepMillis;
    private volatile boolean isClosed;

    public Descendants(ProcessLedger ledger, Guardian guardian, Cgroups cgroups) {
        this.ledger = ledger;
        this.cgroups = cgroups;
        strays = new Strays(ledger, guardian, cgroups);
    }

    /// See [Supervisor#adoptOrphans].
    public void adoptOrphans() {
        adoption.set(Adoption.WANTED);
    }

    /// Starts a child whose descendants are to be known.
    public <T> T mark(ProcessLedger.Entry entry, LimitTag.Start<T> start, ToLongFunction<T> pid)
            throws IOException {
        adoptIfWanted();
        cgroups.make(entry.number());
        var child =
                LimitTag.tagging(
                        entry.tag().limit(),
                        () -> {
                            var started = start.run();
                            strays.started(pid.applyAsLong(started));
                            return started;
                        });
        cgroups.enter(entry.number(), pid.applyAsLong(child));
        return child;
    }

    private void adoptIfWanted() {
        if (adoption.compareAndSet(Adoption.WANTED, Adoption.NONE) && Strays.adopt()) {
            adoption.set(Adoption.DONE);
            Interruptible.start("strays", this::lookForStrays);
        }
    }

    /// Much time may pass between the ends of two children.
    private void lookForStrays() throws InterruptedException {
        while (!isClosed) {
            Thread.sleep(LOOK_EVERY_MILLIS);
            sweep();
        }
    }

    /// A child was cleared away, and its number is free.
    public void reaped(long pid) {
        strays.ended(pid);
    }

    /// The child is gone. Its control group goes at once, and so does all else that is known to be
    /// left, because somebody may wait for the end; a sweep soon after finds what is not, of many
    /// children at a time.
    public void childEnded(ProcessLedger.Entry entry) {
        cgroups.end(entry.number());
        entry.ended();
        toSweep.add(entry.tag());
        if (adoption.get() == Adoption.DONE && strays.isOneToEnd()) {
            sweepNow(entry.tag());
        }
        if (isSweepDue.compareAndSet(false, true)) {
            Thread.ofVirtual().name("sweep").start(this::sweepSoon);
        }
    }

    private void sweepSoon() {
        var rest = Math.max(SWEEP_AFTER_MILLIS, lastSweepMillis * REST);
        Interruptible.quietly(() -> Thread.sleep(rest));
        isSweepDue.set(false);
        var start = System.nanoTime();
        sweep();
        lastSweepMillis = (System.nanoTime() - start) / 1_000_000;
    }

    /// Ends the descendants of one child now.
    public void end(ProcessLedger.Entry entry) {
        cgroups.end(entry.number());
        Orphans.endTagged(Set.of(entry.tag()));
    }

    private synchronized void sweepNow(ChildTag tag) {
        if (toSweep.contains(tag)) { // otherwise the sweep that we waited for saw to it
            sweep();
        }
    }

    /// Ends the descendants of all children that are gone. Closing waits for a sweep that has
    /// begun.
    public synchronized void sweep() {
        var tags = new HashSet<>(toSweep);
        toSweep.removeAll(tags);
        Orphans.endTagged(tags);
        cgroups.tidy(ledger::isRunning);
        if (adoption.get() == Adoption.DONE) {
            strays.endAll();
        }
    }

    /// After the last child.
    public void close() {
        isClosed = true;
        sweep();
        cgroups.close();
    }
}
