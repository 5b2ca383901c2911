package dev.parley.api;

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
                sum(requests, other.requests),
                sum(inputTokens, other.inputTokens),
                sum(outputTokens, other.outputTokens),
                sum(cachedTokens, other.cachedTokens),
                sum(reasoningTokens, other.reasoningTokens),
                cost + other.cost,
                sum(unpricedTokens, other.unpricedTokens));
    }

    /// Of figures that are not negative; what is too much for a number is the largest one.
    public static long sum(long one, long other) {
        var sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /// Everything the models read and wrote.
    public long tokens() {
        return sum(inputTokens, outputTokens);
    }
}
