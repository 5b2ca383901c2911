package dev.parley.event;

import org.jspecify.annotations.Nullable;

/// Tokens and money of one turn, counted the same way for every provider: `inputTokens` are all
/// tokens the model read (`cachedTokens` says how many of them came from a cache), `outputTokens`
/// are all it wrote (`reasoningTokens` says how many of them were thinking). What a provider does
/// not report is absent, never zero. Cost is in US dollars.
public record Usage(
        long inputTokens,
        long outputTokens,
        @Nullable Long cachedTokens,
        @Nullable Long reasoningTokens,
        @Nullable Double totalCost) {

    public static Usage of(long inputTokens, long outputTokens) {
        return new Usage(inputTokens, outputTokens, null, null, null);
    }

    public Usage plus(Usage other) {
        return new Usage(
                inputTokens + other.inputTokens,
                outputTokens + other.outputTokens,
                sum(cachedTokens, other.cachedTokens),
                sum(reasoningTokens, other.reasoningTokens),
                totalCost == null
                        ? other.totalCost
                        : Double.valueOf(
                                totalCost + (other.totalCost == null ? 0 : other.totalCost)));
    }

    private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
        return one == null ? other : Long.valueOf(one + (other == null ? 0 : other));
    }
}
