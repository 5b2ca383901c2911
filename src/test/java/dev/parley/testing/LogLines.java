package dev.parley.testing;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// What a class logs during one test. A field with `@RegisterExtension` is all it needs.
public final class LogLines extends Handler implements BeforeEachCallback, AfterEachCallback {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    public LogLines(Class<?> writer) {
        logger = Logger.getLogger(writer.getName());
    }

    public List<String> all() {
        return List.copyOf(lines);
    }

    /// The lines about one thing: other tests may log about others at the same time.
    public List<String> about(Object thing) {
        return lines.stream().filter(line -> line.contains(thing.toString())).toList();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        logger.addHandler(this);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.removeHandler(this);
    }

    @Override
    public void publish(LogRecord written) {
        lines.add(written.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
