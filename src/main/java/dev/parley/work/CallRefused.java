package dev.parley.work;

import dev.parley.base.problem.Problem;

/// A call that no agent is asked to answer. The reason lets a door name what is at fault in the
/// words of its own protocol.
public final class CallRefused extends Problem {
    public enum Reason {
        /// `models.json` has no such name, or none for this key.
        UNKNOWN_MODEL,
        /// The call continues a conversation that is not remembered.
        FORGOTTEN,
        /// The agent cannot be given a schema for its answer.
        NO_SCHEMA,
        /// The agent takes no images.
        NO_IMAGES,
        /// The agent is not given functions of the client.
        NO_FUNCTIONS,
        /// The key asks for more than it may have.
        TOO_MANY
    }

    private final Reason reason;
    private final int retryAfterSeconds;

    private CallRefused(
            Reason reason, Kind kind, String message, String remedy, int retryAfterSeconds) {
        super(kind, message, remedy);
        this.reason = reason;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    public static CallRefused of(Reason reason, String message, String remedy) {
        return new CallRefused(reason, Kind.INVALID_REQUEST, message, remedy, 0);
    }

    public static CallRefused tooMany(String remedy, int retryAfterSeconds) {
        return new CallRefused(
                Reason.TOO_MANY, Kind.OVER_LIMIT, "Rate limit reached", remedy, retryAfterSeconds);
    }

    public Reason reason() {
        return reason;
    }

    /// When the same call may be answered; only for [Reason#TOO_MANY].
    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
