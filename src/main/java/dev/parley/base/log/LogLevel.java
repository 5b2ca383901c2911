package dev.parley.base.log;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.logging.Level;

/// How much an entry of the log matters, in the words of most programs; the JDK has others.
public enum LogLevel {
    ERROR(Level.SEVERE),
    WARN(Level.WARNING),
    INFO(Level.INFO),
    DEBUG(Level.FINE);

    /// What is written to the file unless the variable says otherwise.
    public static final String VARIABLE = "PARLEY_LOG";

    private final Level level;

    LogLevel(Level level) {
        this.level = level;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether something of this level is at least as important.
    public boolean isWithin(LogLevel least) {
        return compareTo(least) <= 0;
    }

    public static Optional<LogLevel> find(String word) {
        return Arrays.stream(values())
                .filter(one -> one.word().equals(word.strip().toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    Level forJdk() {
        return level;
    }

    static LogLevel of(Level level) {
        return Arrays.stream(values())
                .filter(one -> level.intValue() >= one.level.intValue())
                .findFirst()
                .orElse(DEBUG);
    }
}
