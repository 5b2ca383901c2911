package dev.parley.base.problem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// How many files, pipes and connections this process may have open at once.
public final class OpenFiles {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Pattern LINE = Pattern.compile("Max open files\\s+(\\d{1,9})\\s.*");

    /// What is usual where the system does not tell.
    private static final int USUAL = 1024;

    /// Read once: when there are no more, this cannot be read either.
    private static final int LIMIT = read();

    private OpenFiles() {}

    public static int limit() {
        return LIMIT;
    }

    /// How many of them are not for agents and connections, so that the store and the index always
    /// find some.
    public static int reserve() {
        return Math.clamp(LIMIT / 8, 8, 64);
    }

    private static int read() {
        try {
            return limit(Files.readString(LIMITS));
        } catch (IOException _) {
            return USUAL;
        }
    }

    /// @param limits the system's table, one limit in a line
    static int limit(String limits) {
        return limits.lines()
                .map(LINE::matcher)
                .filter(line -> line.matches())
                .map(line -> Integer.valueOf(line.group(1)))
                .findFirst()
                .orElse(USUAL);
    }
}
