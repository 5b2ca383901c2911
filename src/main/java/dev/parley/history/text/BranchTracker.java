package dev.parley.history.text;

import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.sessionfile.StoredEvent;
import dev.parley.sessionfile.StoredReader;

import java.time.Instant;
import java.util.BitSet;

/// Which branches of a file are in the index, to notice when another one becomes active.
final class BranchTracker {
    private static final Envelope NOBODY =
            new Envelope(Instant.EPOCH, "", null, 0, new Event.UserSaid("", null), null);

    private final BitSet nodes = new BitSet();
    private final BitSet left = new BitSet();

    /// A text on this branch was met, and is in the index unless it is known as left.
    void add(int node) {
        if (node >= 0) {
            nodes.set(node);
        }
    }

    void clear() {
        nodes.clear();
        left.clear();
    }

    boolean isBranched() {
        return !left.isEmpty();
    }

    boolean hasChanged(StoredReader reader) {
        return nodes.stream().anyMatch(node -> isActive(reader, node) == left.get(node));
    }

    void settle(StoredReader reader) {
        left.clear();
        nodes.stream().filter(node -> !isActive(reader, node)).forEach(left::set);
    }

    private static boolean isActive(StoredReader reader, int node) {
        return reader.isActive(new StoredEvent(NOBODY, node, null));
    }
}
