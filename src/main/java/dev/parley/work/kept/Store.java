package dev.parley.work.kept;

import dev.parley.api.Pruned;
import dev.parley.api.Retention;
import dev.parley.base.disk.Directories;
import dev.parley.base.thread.Interruptible;
import dev.parley.session.retention.StoreKeeper;
import dev.parley.store.StoreUpkeep;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What Parley keeps on disk: how much it is, how it becomes less, and a copy of it.
public final class Store {
    private final Directories directories;
    private final StoreUpkeep store;
    private final StoreKeeper keeper;
    private final Retention retention;
    private final Interruptible history;

    /// @param retention how much of the past is kept unless a person asks for less
    public Store(
            Directories directories,
            StoreUpkeep store,
            StoreKeeper keeper,
            Retention retention,
            Interruptible history) {
        this.directories = directories;
        this.store = store;
        this.keeper = keeper;
        this.retention = retention;
        this.history = history;
    }

    public List<StoreReport.Part> report() throws InterruptedException {
        return StoreReport.of(directories, store);
    }

    /// Removes events of live sessions that the CLI's own file has, too. Only what is in the
    /// history may go, so the history is read first.
    ///
    /// @param olderThan how long a session has to be quiet, if not as long as configured
    /// @param isDryRun whether it is only counted what would go
    public Pruned prune(Optional<Duration> olderThan, boolean isDryRun)
            throws InterruptedException {
        history.run();
        var age = olderThan.orElse(retention.age());
        return keeper.tidyNow(new Retention(age, retention.bytes()), isDryRun);
    }

    /// Copies the database into a file.
    ///
    /// @param replaces whether a file that is there may go
    /// @return its size
    public long backup(Path file, boolean replaces) throws InterruptedException {
        return new Backup(store).make(file, replaces);
    }
}
