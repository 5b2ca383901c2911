package dev.parley.modelapi;

import dev.parley.base.problem.Problem;
import dev.parley.event.Usage;

import java.util.Optional;

/// An API that gave no whole answer. What it said itself is in the message, without keys.
public final class ApiFailure extends Problem {
    /// What kept it from answering.
    public enum Reason {
        /// The key is missing, wrong, or not allowed to do this.
        BAD_KEY,
        /// It is asked too often or has no money left.
        RATE_LIMITED,
        /// A fault at its end that did not pass.
        UNAVAILABLE,
        /// Nobody answers at its address.
        UNREACHABLE,
        /// It does not know the model, or the question makes no sense to it.
        REJECTED,
        /// The model, or a filter before it, will not answer.
        REFUSED,
        /// The connection broke before the end of the answer.
        CUT,
        /// It said nothing for too long.
        STALLED,
        /// The answer has no end within the limits.
        TOO_LONG,
        /// The answer came to its end and is empty.
        EMPTY,
        /// What came back is not what such an API says.
        UNREADABLE
    }

    private final Reason reason;
    private final String partial;
    private final transient Optional<Usage> usage;

    ApiFailure(
            Reason reason, String message, String remedy, String partial, Optional<Usage> usage) {
        super(kind(reason), message, remedy);
        this.reason = reason;
        this.partial = partial;
        this.usage = usage;
    }

    ApiFailure(Reason reason, String message, String remedy) {
        this(reason, message, remedy, "", Optional.empty());
    }

    private static Kind kind(Reason reason) {
        return switch (reason) {
            case RATE_LIMITED -> Kind.OVER_LIMIT;
            case BAD_KEY,
                    UNAVAILABLE,
                    UNREACHABLE,
                    REJECTED,
                    REFUSED,
                    CUT,
                    STALLED,
                    TOO_LONG,
                    EMPTY,
                    UNREADABLE ->
                    Kind.AGENT_FAILED;
        };
    }

    public Reason reason() {
        return reason;
    }

    /// What it had said until then.
    public String partial() {
        return partial;
    }

    /// What it had used until then, as far as it told.
    public Optional<Usage> usage() {
        return usage;
    }
}
