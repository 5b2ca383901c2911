package dev.parley.base.log;

import java.io.PrintStream;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/// What a person sees of the log: one line on standard error for each thing, never a stack trace.
public final class LogLine extends Handler {
    /// What is logged under this name a command says itself.
    public static final String OWN_WORDS = "dev.parley.said";

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final PrintStream err;

    public LogLine() {
        this(System.err);
    }

    public LogLine(PrintStream err) {
        this.err = err;
        setLevel(Level.WARNING);
        setFormatter(new OneLine());
    }

    @Override
    public void publish(LogRecord record) {
        if (isLoggable(record) && !OWN_WORDS.equals(record.getLoggerName())) {
            err.println(getFormatter().format(record));
            err.flush();
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    private static final class OneLine extends Formatter {
        @Override
        public String format(LogRecord record) {
            var time = LocalTime.ofInstant(record.getInstant(), ZoneId.systemDefault());
            var fault = record.getThrown();
            return "parley: "
                    + TIME.format(time)
                    + " "
                    + record.getLevel()
                    + " "
                    + formatMessage(record).lines().findFirst().orElse("")
                    + (fault == null
                            ? ""
                            : ": " + reason(fault) + " (more in " + LogFile.path() + ")");
        }
    }

    /// What an exception says in words, or what kind of one it is.
    public static String reason(Throwable fault) {
        var kind = fault.getClass().getSimpleName().replaceFirst("(Exception|Error)$", "");
        var message = fault.getMessage() == null ? "" : fault.getMessage().strip();
        return message.isEmpty()
                ? kind.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT)
                : message.lines().findFirst().orElse("");
    }
}
