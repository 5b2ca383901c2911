package dev.parley.work.race;

import dev.parley.api.LaneInfo;
import dev.parley.api.RaceInfo;
import dev.parley.store.RaceStore;

import org.slf4j.LoggerFactory;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/// A race that runs in this process. What becomes of it is stored as it happens; what cannot be
/// stored is known here as long as Parley runs. Thread-safe.
final class RunningRace {
    private final RaceStore store;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile RaceInfo info; // changes under `changing`
    private volatile boolean isStored = true;
    private boolean isClosed; // guarded by `changing`

    /// @param info as it is stored
    RunningRace(RaceStore store, RaceInfo info) {
        this.store = store;
        this.info = info;
    }

    RaceInfo info() {
        return info;
    }

    /// Whether the store knows all that will ever be known of it here.
    boolean isDone() {
        return isStored && info.isOver();
    }

    void lane(int number, UnaryOperator<LaneInfo> change) {
        change(race -> race.with(lane -> lane.number() == number ? change.apply(lane) : lane));
    }

    void change(UnaryOperator<RaceInfo> change) {
        changing.lock();
        try {
            if (!isClosed) {
                info = change.apply(info);
                isStored = isStored(info);
            }
        } finally {
            changing.unlock();
        }
    }

    /// Parley is about to end: what becomes of its agents from now on is not their doing.
    void close() {
        changing.lock();
        try {
            if (!isDone()) {
                change(Interruption::of);
            }
            isClosed = true;
        } finally {
            changing.unlock();
        }
    }

    /// Also where the thread that tells of an end is interrupted: that is how some of them end.
    private boolean isStored(RaceInfo now) {
        var wasInterrupted = false;
        try {
            while (true) {
                try {
                    var _ = store.update(now.id(), _ -> now);
                    return true;
                } catch (InterruptedException _) {
                    wasInterrupted = true;
                }
            }
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(RunningRace.class)
                    .warn("What becomes of the race {} is not stored", now.id(), e);
            return false;
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
