package dev.parley.work.advice;

import dev.parley.base.problem.Problem;

/// A model that was asked for and cannot be had. The message begins with the reason, so that a
/// model that reads it can tell one from the other.
public final class ModelUnavailable extends Problem {
    public enum Reason {
        /// Nobody knows the name.
        MODEL_NOT_FOUND("ModelNotFound"),
        /// There is neither a CLI on this machine that runs it nor, where an API would do, a key.
        NO_CLI_AVAILABLE("NoCliAvailable");

        private final String code;

        Reason(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }

    private final Reason reason;

    ModelUnavailable(Reason reason, String message, String remedy) {
        super(
                reason == Reason.MODEL_NOT_FOUND ? Kind.NOT_FOUND : Kind.AGENT_NOT_INSTALLED,
                reason.code + ": " + message,
                remedy);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
