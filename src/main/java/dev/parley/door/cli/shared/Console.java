package dev.parley.door.cli.shared;

import dev.parley.base.json.Json;
import dev.parley.base.log.LogFile;
import dev.parley.base.log.LogLine;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.OutsideText;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.StandardOutput;
import dev.parley.base.screen.Style;
import dev.parley.base.screen.Visible;
import dev.parley.base.screen.WordWrap;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The three streams of a command, and whether a person watches: then progress and notes make
/// sense. On a terminal the streams are [ScreenStream]s: whatever a command prints is made harmless
/// there, and Parley's own words are set apart by a style that nothing from outside can have.
///
/// @param isInteractive standard error is a terminal
public record Console(InputStream in, PrintStream out, PrintStream err, boolean isInteractive) {
    /// The exit code of a command somebody stopped, as a shell has it.
    public static final int INTERRUPTED = 130;

    /// The exit code of a command whose reader went away, as a shell has it of other programs.
    static final int READER_GONE = 141;

    /// What is read whole, from standard input or a file; as much as in a request over HTTP.
    private static final int LARGEST_INPUT = 16 * 1024 * 1024;

    /// The exit code of a command that found a fault in Parley itself.
    private static final int BUG = 70;

    /// All of standard input.
    public String input() throws IOException {
        return new String(read(in, "Standard input"), StandardCharsets.UTF_8);
    }

    /// All of a file that somebody named.
    public static byte[] read(Path file) throws IOException {
        try (var from = Files.newInputStream(file)) {
            return read(from, file.toString());
        }
    }

    private static byte[] read(InputStream from, String name) throws IOException {
        var bytes = from.readNBytes(LARGEST_INPUT + 1);
        if (bytes.length > LARGEST_INPUT) {
            throw new Problem(
                    Problem.Kind.TOO_LARGE, name + " is larger than 16 MB.", "Send less of it.");
        }
        return bytes;
    }

    public void println(String line) {
        out.println(line);
    }

    public void printJson(Object value) {
        println(Json.pretty(value));
    }

    /// A sentence of Parley's, in as many lines as a terminal needs. All but the first are
    /// indented.
    public void paragraph(String text) {
        var room = ScreenStream.columns(out);
        if (room == Integer.MAX_VALUE) {
            println(text);
            return;
        }
        var begin = text.substring(0, text.length() - text.stripLeading().length());
        var under = begin + "  ";
        var lines = WordWrap.lines(Visible.oneLine(text), room - under.length());
        println(begin + lines.getFirst());
        lines.stream().skip(1).forEach(line -> println(under + line));
    }

    /// Text from outside, on lines of its own.
    public void outside(String text) {
        outside(out, text);
    }

    public static void outside(PrintStream to, String text) {
        var printer = new OutsideText(to, "  ");
        printer.print(text);
        printer.endLine();
    }

    /// A remark in one line, for a person who watches.
    public void note(String text) {
        if (isInteractive) {
            ScreenStream.print(err, Style.DIM, Visible.oneLine(text));
            err.println();
        }
    }

    /// A word of Parley's own that a person must not miss or mistake.
    public void say(String text) {
        ScreenStream.print(err, Style.BOLD, text);
    }

    /// What went wrong, and what to do.
    public void complain(String message) {
        say("parley: " + OutsideText.under(message));
        err.println();
    }

    public void complain(Problem problem) {
        complain(problem.message());
        err.println(OutsideText.under(problem.remedy()));
    }

    /// Prints what is left to print. Whatever else a command has to say, that nobody hears its
    /// output comes first.
    ///
    /// @param code its exit code otherwise
    public int ending(int code) {
        try {
            out.flush();
            return code;
        } catch (StandardOutput.Closed closed) {
            return report(closed);
        }
    }

    /// Nobody needs to be told that he does not listen.
    private int report(StandardOutput.Closed closed) {
        if (closed.isReaderGone()) {
            return READER_GONE;
        }
        complain("standard output cannot be written: " + closed.getMessage() + ".");
        err.println("Make room, or send it somewhere else.");
        return Problem.Kind.AGENT_FAILED.exitCode();
    }

    /// Says what went wrong and what to do, and returns the exit code for it.
    public int report(Throwable failure) {
        if (failure instanceof StandardOutput.Closed closed) {
            return report(closed);
        }
        if (failure instanceof InterruptedException) {
            return INTERRUPTED;
        }
        if (failure instanceof Problem problem) {
            complain(problem);
            return problem.kind().exitCode();
        }
        // Looked up here, not in a field: a command that goes well needs no logging.
        LoggerFactory.getLogger(LogLine.OWN_WORDS).error("A fault in Parley", failure);
        complain("something went wrong inside Parley: " + LogLine.reason(failure));
        err.println("This is a fault in Parley, not in what you did. More is in " + LogFile.path());
        return BUG;
    }
}
