package dev.parley.base.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/// How Parley logs: warnings and worse, one line each to standard error; to a file these with
/// everything, and what else `PARLEY_LOG` asks for. Lucene advises a module for searching vectors,
/// which nobody here does, and Jetty logs with a stack trace each what the HTTP door tells itself.
/// The JDK makes one of these when something is logged for the first time.
public final class LogSettings {
    public LogSettings() throws IOException {
        var least =
                LogLevel.find(System.getenv().getOrDefault(LogLevel.VARIABLE, ""))
                        .orElse(LogLevel.INFO);
        var settings =
                """
                handlers = %s, %s
                .level = WARNING
                dev.parley.level = %s
                org.eclipse.jetty.level = SEVERE
                org.apache.lucene.internal.vectorization.level = SEVERE
                """
                        .formatted(
                                LogLine.class.getName(),
                                LogFile.class.getName(),
                                least.forJdk().getName());
        LogManager.getLogManager()
                .readConfiguration(
                        new ByteArrayInputStream(settings.getBytes(StandardCharsets.UTF_8)));
    }
}
