package dev.parley.store;

import java.nio.file.Path;
import java.util.List;

/// What live sessions take in the store.
///
/// @param homes the directories of their own that sessions were given for their CLIs
public record StoreUse(Part events, Part turns, Part sessions, List<Path> homes) {
    public record Part(long count, long bytes) {
        public static final Part NOTHING = new Part(0, 0);
    }

    public static final StoreUse NOTHING =
            new StoreUse(Part.NOTHING, Part.NOTHING, Part.NOTHING, List.of());

    public StoreUse {
        homes = List.copyOf(homes);
    }
}
