package dev.parley.work.kept;

import dev.parley.base.disk.WholeFile;
import dev.parley.base.problem.Problem;
import dev.parley.store.StoreUpkeep;

import java.nio.file.Path;

/// A consistent copy of the store, made while others go on writing to it.
public final class Backup {
    private final StoreUpkeep store;

    public Backup(StoreUpkeep store) {
        this.store = store;
    }

    /// @param replaces whether a file that is there may go
    /// @return its size
    public long make(Path file, boolean replaces) throws InterruptedException {
        if (!store.exists()) {
            throw Problem.notFound(
                    "There is nothing to copy yet.", "Live sessions make the first entry.");
        }
        return WholeFile.write(file, replaces, store::copyTo);
    }
}
