package dev.parley.door.cli;

import dev.parley.json.Json;
import dev.parley.problem.Problem;

import org.slf4j.LoggerFactory;

import java.io.InputStream;
import java.io.PrintStream;

/// The three streams of a command, and whether a person watches: then progress and colour make
/// sense.
///
/// @param isInteractive standard error is a terminal
public record Console(InputStream in, PrintStream out, PrintStream err, boolean isInteractive) {
    /// The exit code of a command somebody stopped, as a shell has it.
    static final int INTERRUPTED = 130;

    /// The exit code of a command that found a fault in Parley itself.
    private static final int BUG = 70;

    void printJson(Object value) {
        out.println(Json.pretty(value));
    }

    /// A word in a colour, where colours are shown.
    String dim(String text) {
        return isInteractive ? "\u001b[2m" + text + "\u001b[0m" : text;
    }

    /// Says what went wrong and what to do, and returns the exit code for it.
    int tell(Exception failure) {
        if (failure instanceof InterruptedException) {
            return INTERRUPTED;
        }
        if (failure instanceof Problem problem) {
            err.println("parley: " + problem.message());
            err.println(problem.remedy());
            return problem.kind().exitCode();
        }
        // Looked up here, not in a field: a command that goes well needs no logging.
        LoggerFactory.getLogger(Console.class).error("A fault in Parley", failure);
        err.println("parley: something went wrong inside Parley: " + failure);
        return BUG;
    }
}
