package dev.parley.sessionfile;

import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.sessionfile.scan.LongIndex;

import org.jspecify.annotations.Nullable;

import java.util.BitSet;
import java.util.List;

/// An event of a stored session. The same file gives the same events with the same sequence numbers
/// however often and in however many steps it is read.
///
/// @param node where it hangs in the session's tree of branches; [StoredReader#isActive] knows
///   whether that is the branch the session would be resumed on
/// @param counted how to count it, for `token.usage` events and no other
/// @param whole what only a reading of everything tells
public record StoredEvent(
        Envelope envelope, int node, @Nullable Counted counted, @Nullable Whole whole) {
    public StoredEvent(Envelope envelope, int node, @Nullable Counted counted) {
        this(envelope, node, counted, null);
    }

    /// What a conversation needs that is written down elsewhere, and nobody else.
    ///
    /// @param message the reply of the model, or the message, that the event is a part of, if the
    ///   CLI names it
    /// @param images those of a prompt
    /// @param kept what is left of the conversation before it, if the event's words stand for the
    ///   rest
    public record Whole(@Nullable String message, List<StoredImage> images, @Nullable Kept kept) {
        public Whole {
            images = List.copyOf(images);
        }
    }

    /// Marks what was taken back while everything is known at once; no branch has this number.
    public static final int ABANDONED = -1;

    /// Whether it is on one of these branches. That a session began is true on all.
    boolean isIn(BitSet branches) {
        return envelope.event() instanceof Event.SessionStarted
                || (node >= 0 && branches.get(node));
    }

    /// What makes tokens countable per request, day and model, once.
    ///
    /// A request has one key wherever it is written: lines that a fork copied into another file, a
    /// session that was migrated to another format and blocks of one message that all repeat the
    /// usage have the same key, so whoever counts over several files drops a key that was there
    /// before. Where a later line corrects an earlier one, its event holds only the difference,
    /// under a key of its own. Tokens on abandoned branches count: they were paid.
    ///
    /// @param cacheWriteTokens the part of the input that was written into a cache, which some
    ///   models charge more for
    public record Counted(String key, @Nullable String model, long cacheWriteTokens) {
        /// The key in eight bytes, for who keeps many.
        public long hash() {
            return LongIndex.hash(key);
        }
    }
}
