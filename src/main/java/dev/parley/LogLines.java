package dev.parley;

import dev.parley.screen.OutsideText;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/// How a thing that is logged looks on the console: one line that begins with `parley:`. Whatever
/// the message quotes, none of its further lines begins at the left.
public final class LogLines extends Formatter {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

    @Override
    public String format(LogRecord logged) {
        var text = new StringBuilder(formatMessage(logged));
        if (logged.getThrown() != null) {
            var trace = new StringWriter();
            logged.getThrown().printStackTrace(new PrintWriter(trace));
            text.append('\n').append(trace);
        }
        return "parley: %s %s %s%n"
                .formatted(
                        TIME.format(logged.getInstant()),
                        logged.getLevel().getLocalizedName(),
                        OutsideText.under(text.toString()));
    }
}
