package dev.parley.work.run;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// How long a run may take and how many bytes it may print, as far as it is set when it is asked.
public final class Limits {
    private final Supplier<Duration> timeout;
    private final LongSupplier output;

    private Limits(Supplier<Duration> timeout, LongSupplier output) {
        this.timeout = timeout;
        this.output = output;
    }

    public Limits(Duration timeout, long output) {
        this(() -> timeout, () -> output);
    }

    /// Those of a file that may change.
    public static Limits following(Supplier<Duration> timeout, LongSupplier output) {
        return new Limits(timeout, output);
    }

    public Duration timeout() {
        return timeout.get();
    }

    public long output() {
        return output.getAsLong();
    }
}
