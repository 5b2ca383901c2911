package dev.parley.base.problem;

import java.util.regex.Pattern;

/// Tells the failures of a system that has no more files, processes or memory to give from all
/// others: they are nobody's fault, they pass, and a person can do something about them.
public final class Scarcity {
    /// EMFILE and ENFILE, as the JDK and libc report them.
    private static final Pattern FILES =
            Pattern.compile("Too many open files|error[=:] ?2[34]\\b", Pattern.CASE_INSENSITIVE);

    /// EAGAIN and ENOMEM when something is started, and a thread that could not be made.
    private static final Pattern PROCESSES =
            Pattern.compile(
                    "Resource temporarily unavailable|Cannot allocate memory|error[=:] ?1[12]\\b"
                            + "|unable to create native thread|process/resource limits",
                    Pattern.CASE_INSENSITIVE);

    private static final int MOST_CAUSES = 20;

    private Scarcity() {}

    /// Whether this failure, or what caused it, is one of them.
    public static boolean isIn(Throwable failure) {
        return has(FILES, failure) || has(PROCESSES, failure);
    }

    /// The problem a person reads about such a failure.
    public static Problem problem(Throwable failure) {
        return (has(FILES, failure) ? noFiles() : noProcesses()).causedBy(failure);
    }

    private static Problem noFiles() {
        return new Problem(
                Problem.Kind.OUT_OF_RESOURCES,
                "Parley has as many files and connections open as the system allows it ("
                        + OpenFiles.limit()
                        + ").",
                "Close sessions or connections and try again, or start Parley with a higher limit (ulimit -n).");
    }

    private static Problem noProcesses() {
        return new Problem(
                Problem.Kind.OUT_OF_RESOURCES,
                "The system does not let Parley start another process.",
                "End agents or other programs and try again, or start Parley with higher limits (ulimit -u, memory).");
    }

    private static boolean has(Pattern words, Throwable failure) {
        Throwable at = failure;
        for (var depth = 0; at != null && depth < MOST_CAUSES; depth++) {
            if (at.getMessage() != null && words.matcher(at.getMessage()).find()) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }
}
