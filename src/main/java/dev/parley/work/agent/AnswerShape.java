package dev.parley.work.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;
import dev.parley.work.advice.Summarizer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/// Makes what an agent said short enough to be handed on, and keeps all of it. Thread-safe.
public final class AnswerShape {
    static final int LONGEST = 20_000;

    /// What is as short as this needs no summary.
    private static final int SHORT = 2000;

    private static final String OPEN = "<SUMMARY>";
    private static final String CLOSE = "</SUMMARY>";
    private static final String SUMMARIZE =
            "This is what an agent answered at the end of its work. Summarize it for the one who"
                    + " asked for the work: what was done, what was found, which files changed, what"
                    + " is left. At most 300 words.";

    /// @param full where all of it is, if the text is not
    record Shaped(String summary, String text, boolean truncated, Optional<Path> full) {}

    private final Path directory;
    private final Summarizer summarizer;

    /// @param directory where long texts are kept
    public AnswerShape(Path directory, Summarizer summarizer) {
        this.directory = directory;
        this.summarizer = summarizer;
    }

    Shaped shape(Path project, String answer) throws InterruptedException {
        var isLong = answer.length() > LONGEST;
        var text = isLong ? shortened(answer) : answer;
        var full = isLong ? Optional.of(keep(answer, ".txt")) : Optional.<Path>empty();
        var block = block(answer);
        var summary =
                block.isPresent()
                        ? block.get()
                        : answer.length() <= SHORT
                                ? answer.strip()
                                : summarizer.summarize(project, SUMMARIZE, answer).orElse(text);
        return new Shaped(
                summary.length() > LONGEST ? shortened(summary) : summary, text, isLong, full);
    }

    /// The last block that is whole.
    private static Optional<String> block(String answer) {
        var end = answer.lastIndexOf(CLOSE);
        var start = end < 0 ? -1 : answer.lastIndexOf(OPEN, end);
        return start < 0
                ? Optional.empty()
                : Optional.of(answer.substring(start + OPEN.length(), end).strip())
                        .filter(text -> !text.isEmpty());
    }

    /// Its beginning and its end.
    static String shortened(String text) {
        var gap = "\n\n[… %d characters are left out …]\n\n".formatted(text.length() - LONGEST);
        var half = (LONGEST - gap.length()) / 2;
        return text.substring(0, before(text, half))
                + gap
                + text.substring(after(text, text.length() - half));
    }

    private static int before(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at - 1)) ? at - 1 : at;
    }

    private static int after(String text, int at) {
        return Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
    }

    Path keep(String text, String ending) {
        var file = directory.resolve(UUID.randomUUID() + ending);
        try {
            PrivateFiles.write(file, text.getBytes(UTF_8));
            return file;
        } catch (IOException e) {
            throw DiskProblem.of(
                    directory,
                    e,
                    Problem.brokenConfiguration(
                            "The answer cannot be kept: " + e.getMessage(),
                            "Make Parley's data directory writable."));
        }
    }
}
