package dev.parley.base.log;

import org.jspecify.annotations.Nullable;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;

/// One entry of the log file: a line that begins with its time and its level, and further lines,
/// such as a stack trace.
///
/// @param time in the zone of the machine
/// @param source the class that tells
/// @param text the message, and what belongs to it on further lines
public record LogEntry(String time, LogLevel level, String source, String text) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS");
    private static final Pattern FIRST =
            Pattern.compile(
                    "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}) (ERROR|WARN|INFO|DEBUG) (\\S+) (.*)");

    /// The entries in these lines. What an older Parley wrote, or a part of an entry, counts as
    /// lines of the one before it.
    public static List<LogEntry> of(List<String> lines) {
        var entries = new ArrayList<LogEntry>();
        for (var line : lines) {
            var first = FIRST.matcher(line);
            if (first.matches()) {
                var level = LogLevel.valueOf(first.group(2));
                entries.add(new LogEntry(first.group(1), level, first.group(3), first.group(4)));
            } else if (!entries.isEmpty()) {
                var last = entries.removeLast();
                entries.add(
                        new LogEntry(last.time, last.level, last.source, last.text + "\n" + line));
            }
        }
        return entries;
    }

    /// Writes them.
    static final class Writer extends Formatter {
        @Override
        public String format(LogRecord record) {
            var time = LocalDateTime.ofInstant(record.getInstant(), ZoneId.systemDefault());
            return TIME.format(time)
                    + " "
                    + LogLevel.of(record.getLevel())
                    + " "
                    + (record.getLoggerName() == null ? "-" : record.getLoggerName())
                    + " "
                    + set(formatMessage(record) + "\n" + trace(record.getThrown()))
                    + "\n";
        }

        /// A message may quote anybody: none of its further lines may look like an entry.
        private static String set(String text) {
            return text.strip().replaceAll("\\R", "\n  ");
        }

        private static String trace(@Nullable Throwable fault) {
            if (fault == null) {
                return "";
            }
            var text = new StringWriter();
            fault.printStackTrace(new PrintWriter(text, true));
            return text.toString();
        }
    }
}
