package dev.parley.base.problem;

/// A failure a person will read. The message says what happened, the remedy says what to do next.
/// Each door maps it once: HTTP by status, the command line by exit code.
public class Problem extends RuntimeException {
    /// Whose fault it is, as an HTTP status and as an exit code of `parley`.
    public enum Kind {
        /// The agent ran and failed, or its model did.
        AGENT_FAILED(502, 1),
        /// The request makes no sense: an unknown option, an empty prompt, a directory that is not
        /// there.
        INVALID_REQUEST(400, 2),
        /// More than we take at once.
        TOO_LARGE(413, 2),
        /// The CLI is not on this machine, or too old.
        AGENT_NOT_INSTALLED(503, 3),
        /// No such session, model or provider.
        NOT_FOUND(404, 4),
        /// There is something at the address, but not for this method.
        WRONG_METHOD(405, 2),
        /// Somebody else has it: the port, the session.
        BUSY(409, 5),
        /// As many as allowed are at work already; later there will be room.
        OVER_LIMIT(429, 5),
        /// The system has no more files, processes or memory to give; later it may.
        OUT_OF_RESOURCES(503, 5),
        /// A file of Parley's own configuration is broken.
        BROKEN_CONFIGURATION(500, 6),
        /// Nothing more can be written: the disk is full, or a quota is. Passes by itself.
        DISK_FULL(507, 9),
        /// Parley's files cannot be written at all. Passes by itself.
        DISK_READ_ONLY(503, 9),
        /// Another program holds Parley's database, or its disk fails. Passes by itself.
        STORE_UNAVAILABLE(503, 9),
        /// The token is missing or wrong.
        UNAUTHORIZED(401, 7),
        /// A fault of Parley's own.
        FAULT(500, 70);

        private final int httpStatus;
        private final int exitCode;

        Kind(int httpStatus, int exitCode) {
            this.httpStatus = httpStatus;
            this.exitCode = exitCode;
        }

        /// Whether the same may well succeed a little later, without a change.
        public boolean isPassing() {
            return this == OVER_LIMIT || this == OUT_OF_RESOURCES;
        }

        public int httpStatus() {
            return httpStatus;
        }

        public int exitCode() {
            return exitCode;
        }
    }

    private final Kind kind;
    private final String remedy;

    public Problem(Kind kind, String message, String remedy) {
        super(message);
        this.kind = kind;
        this.remedy = remedy;
    }

    public Kind kind() {
        return kind;
    }

    public String remedy() {
        return remedy;
    }

    /// What [#getMessage] gives, without the null a plain exception may have there.
    public String message() {
        return String.valueOf(getMessage());
    }

    public Problem causedBy(Throwable cause) {
        initCause(cause);
        return this;
    }

    public static Problem cliNotFound(String command, String install) {
        return new Problem(
                Kind.AGENT_NOT_INSTALLED,
                "CLI not found: " + command,
                "Install it with: " + install);
    }

    public static Problem invalid(String message, String remedy) {
        return new Problem(Kind.INVALID_REQUEST, message, remedy);
    }

    public static Problem notFound(String message, String remedy) {
        return new Problem(Kind.NOT_FOUND, message, remedy);
    }

    /// Something that should not happen; what exactly is for the log.
    public static Problem fault() {
        return new Problem(
                Kind.FAULT, "Something in Parley failed.", "What `parley up` printed says more.");
    }

    public static Problem brokenConfiguration(String message, String remedy) {
        return new Problem(Kind.BROKEN_CONFIGURATION, message, remedy);
    }
}
