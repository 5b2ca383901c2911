package dev.parley.sessionfile;

import dev.parley.sessionfile.scan.LongIndex;

/// Ids that were met before, by their hashes.
public final class SeenIds {
    private final LongIndex ids = new LongIndex();

    /// @return whether the id is new
    public boolean add(String id) {
        return ids.put(LongIndex.hash(id), 0);
    }
}
