package dev.parley.testing.hostile;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Everything that is logged with an exception while this is open.
public final class LoggedFaults implements AutoCloseable {
    private static final Logger ROOT = Logger.getLogger("");

    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord record) {
                    var message = String.valueOf(record.getMessage());
                    if (record.getThrown() != null || message.contains("surprised")) {
                        faults.add(message + " " + record.getThrown());
                    }
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    /// Thousands of lines about files that are meant to be broken are nothing to look at.
    private final List<Handler> others = List.of(ROOT.getHandlers());

    public LoggedFaults() {
        others.forEach(ROOT::removeHandler);
        ROOT.addHandler(handler);
    }

    public List<String> faults() {
        return List.copyOf(faults);
    }

    @Override
    public void close() {
        ROOT.removeHandler(handler);
        others.forEach(ROOT::addHandler);
    }
}
