package dev.parley.work.advice;

import java.util.Locale;
import java.util.Optional;

/// What something cost, and how that is known.
///
/// @param usd absent exactly where the status is unknown
public record Cost(Optional<Double> usd, Status status) {
    public static final Cost UNKNOWN = new Cost(Optional.empty(), Status.UNKNOWN);

    public enum Status {
        /// The provider says so.
        REPORTED,
        /// Tokens times prices.
        ESTIMATED,
        /// The provider tells no tokens, or the model has no price.
        UNKNOWN;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The sum. Of one that is unknown nobody knows more than that.
    public Cost plus(Cost other) {
        if (usd.isEmpty() || other.usd.isEmpty()) {
            return UNKNOWN;
        }
        var both =
                status == Status.REPORTED && other.status == Status.REPORTED
                        ? Status.REPORTED
                        : Status.ESTIMATED;
        return new Cost(Optional.of(usd.get() + other.usd.get()), both);
    }
}
