package dev.parley.base.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/// How Parley logs: warnings and worse, one line each to standard error, and with everything to a
/// file. Lucene advises a module for searching vectors, which nobody here does, and Jetty logs with
/// a stack trace each what the HTTP door tells itself. The JDK makes one of these when something is
/// logged for the first time.
public final class LogSettings {
    private static final String SETTINGS =
            "handlers = %s, %s%n".formatted(LogLine.class.getName(), LogFile.class.getName())
                    + """
                    .level = WARNING
                    org.eclipse.jetty.level = SEVERE
                    org.apache.lucene.internal.vectorization.level = SEVERE
                    java.util.logging.SimpleFormatter.format = %1$tF %1$tT %4$s %3$s %5$s%6$s%n
                    """;

    public LogSettings() throws IOException {
        LogManager.getLogManager()
                .readConfiguration(
                        new ByteArrayInputStream(SETTINGS.getBytes(StandardCharsets.UTF_8)));
    }
}
