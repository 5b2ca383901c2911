package dev.parley.base.log;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.logging.Level;

/// How much an entry of the log matters, in the words of most programs; the JDK has others.
public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG;

    /// What is written to the file unless the variable says otherwise.
    public static final String VARIABLE = "PARLEY_LOG";

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
        return switch (this) {
            case ERROR -> Level.SEVERE;
            case WARN -> Level.WARNING;
            case INFO -> Level.INFO;
            case DEBUG -> Level.FINE;
        };
    }

    static LogLevel of(Level level) {
        return Arrays.stream(values())
                .filter(one -> level.intValue() >= one.forJdk().intValue())
                .findFirst()
                .orElse(DEBUG);
    }
}
