package dev.parley.sessionfile;

import dev.parley.event.Usage;
import dev.parley.sessionfile.scan.LongIndex;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Counts each request of a file once. CLIs write the usage of a request with every block of its
/// answer, sometimes as it stood at that moment.
final class UsageDeduplicator {
    /// How many requests may still be corrected; lines of one message stand close together.
    private static final int RECENT = 64;

    /// The usage of a request, or what a correction adds to it, under its own key.
    record Count(String key, Usage usage, long cacheWriteTokens) {}

    private record Last(Usage usage, long cacheWriteTokens, int corrections) {}

    private final LongIndex seen = new LongIndex();
    private final Map<String, Last> recent =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Last> eldest) {
                    return size() > RECENT;
                }
            };

    /// What is to be counted of this usage; empty when it says nothing new.
    Optional<Count> count(String key, Usage usage, long cacheWriteTokens) {
        if (seen.put(LongIndex.hash(key), 0)) {
            recent.put(key, new Last(usage, cacheWriteTokens, 0));
            return isNothing(usage)
                    ? Optional.empty()
                    : Optional.of(new Count(key, usage, cacheWriteTokens));
        }
        var last = recent.get(key);
        if (last == null) {
            return Optional.empty();
        }
        var more = difference(usage, last.usage());
        if (isNothing(more)) {
            return Optional.empty();
        }
        var corrections = last.corrections() + 1;
        recent.put(key, new Last(last.usage().plus(more), cacheWriteTokens, corrections));
        return Optional.of(
                new Count(
                        key + "+" + corrections,
                        more,
                        Math.max(0, cacheWriteTokens - last.cacheWriteTokens())));
    }

    private static boolean isNothing(Usage usage) {
        return usage.inputTokens() == 0
                && usage.outputTokens() == 0
                && (usage.totalCost() == null || usage.totalCost() == 0);
    }

    /// Only what grew: a smaller figure later is an older snapshot, not a refund.
    private static Usage difference(Usage now, Usage before) {
        return new Usage(
                Math.max(0, now.inputTokens() - before.inputTokens()),
                Math.max(0, now.outputTokens() - before.outputTokens()),
                more(now.cachedTokens(), before.cachedTokens()),
                more(now.reasoningTokens(), before.reasoningTokens()),
                now.totalCost() == null
                        ? null
                        : Double.valueOf(
                                Math.max(
                                        0,
                                        now.totalCost()
                                                - (before.totalCost() == null
                                                        ? 0
                                                        : before.totalCost()))));
    }

    private static @Nullable Long more(@Nullable Long now, @Nullable Long before) {
        return now == null ? null : Long.valueOf(Math.max(0, now - (before == null ? 0 : before)));
    }
}
