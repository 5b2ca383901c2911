package dev.parley.session.retention;

import dev.parley.api.Pruned;
import dev.parley.api.Retention;
import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.store.StoreUpkeep;

import org.slf4j.LoggerFactory;

import java.time.Clock;
import java.time.Duration;

/// Keeps the store of a running server small, in the background: every ten minutes it looks whether
/// something may go. What goes by its age goes only when the clock has been steady for an hour.
public final class StoreKeeper implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMinutes(10);
    private static final Duration PROOF = Duration.ofHours(1);

    /// A session that has been quiet for so long is not looked at piece by piece any more.
    private static final Duration QUIET = Duration.ofHours(1);

    private final StoreUpkeep store;
    private final Pruning pruning;
    private final Retention retention;
    private final Clock clock;
    private final SteadyClock steady;
    private final Thread thread =
            Thread.ofVirtual()
                    .name("store-keeper")
                    .unstarted(() -> Interruptible.quietly(this::work));

    public StoreKeeper(StoreUpkeep store, Pruning pruning, Retention retention, Clock clock) {
        this.store = store;
        this.pruning = pruning;
        this.retention = retention;
        this.clock = clock;
        steady = new SteadyClock(clock, System::nanoTime, PROOF);
    }

    /// Returns at once.
    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void work() throws InterruptedException {
        while (true) {
            Thread.sleep(EVERY);
            tidy();
        }
    }

    /// A full disk, or anything else, passes: the next time is soon.
    public void tidy() throws InterruptedException {
        try {
            var isSteady = steady.now().isPresent();
            var _ = tidyNow(isSteady ? retention : retention.whateverItsAge(), false);
        } catch (Problem problem) {
            LoggerFactory.getLogger(StoreKeeper.class)
                    .debug("The store is tidied up later: {}", problem.message());
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(StoreKeeper.class).error("The store was not tidied up", e);
        }
    }

    /// The same at once, for a person who believes the clock.
    ///
    /// @param isDryRun whether it is only said what would go
    public Pruned tidyNow(Retention limits, boolean isDryRun) throws InterruptedException {
        var now = clock.instant();
        var pieces = new MessagePieces(store, isDryRun).remove(now.minus(QUIET));
        return pieces.plus(isDryRun ? pruning.look(limits, now) : pruning.prune(limits, now));
    }
}
