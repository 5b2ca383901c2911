package dev.parley.history;

/// Tokens and money of some requests. What no provider told counts as nothing here.
///
/// @param cost in US dollars, of the requests whose price is known
/// @param unpricedTokens tokens of the requests whose price is not known
public record UsageTotals(
        long requests,
        long inputTokens,
        long outputTokens,
        long cachedTokens,
        long reasoningTokens,
        double cost,
        long unpricedTokens) {
    public static final UsageTotals NONE = new UsageTotals(0, 0, 0, 0, 0, 0, 0);

    public UsageTotals plus(UsageTotals other) {
        return new UsageTotals(
                requests + other.requests,
                inputTokens + other.inputTokens,
                outputTokens + other.outputTokens,
                cachedTokens + other.cachedTokens,
                reasoningTokens + other.reasoningTokens,
                cost + other.cost,
                unpricedTokens + other.unpricedTokens);
    }

    /// Everything the models read and wrote.
    public long tokens() {
        return inputTokens + outputTokens;
    }
}
