package dev.parley.work.chain;

import java.util.Optional;

/// How far agents may go that ask agents.
///
/// @param depth how many agents may stand one behind the other
/// @param descendants how many pieces of work one request may lead to
/// @param cost what they may cost together, in US dollars
/// @param perDay what all work for others may cost in a day before a person is asked
public record ChainLimits(
        int depth, int descendants, Optional<Double> cost, Optional<Double> perDay) {
    public static final ChainLimits USUAL =
            new ChainLimits(2, 32, Optional.empty(), Optional.empty());
}
