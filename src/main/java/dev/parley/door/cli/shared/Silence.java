package dev.parley.door.cli.shared;

import dev.parley.base.screen.Visible;
import dev.parley.event.Envelope;
import dev.parley.event.Event;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.function.LongSupplier;

/// For how long nothing has been heard of an agent that is at work, and how often it tried again.
/// Not thread-safe.
public final class Silence {
    private static final int LONGEST_REASON = 60;

    private final LongSupplier nanoTime;
    private String who;
    private long heardAt;
    private int retries;
    private @Nullable String trouble;

    /// @param who is at work
    public Silence(String who, LongSupplier nanoTime) {
        this.who = who;
        this.nanoTime = nanoTime;
        heardAt = nanoTime.getAsLong();
    }

    /// @return whether it was an answer; a try that failed is no sign of one
    public boolean heard(Envelope envelope) {
        who = envelope.provider();
        if (envelope.event() instanceof Event.Failed(var message, _, var recoverable)
                && recoverable) {
            retries++;
            trouble = message;
            return false;
        }
        begin();
        return true;
    }

    /// It was asked something just now.
    public void begin() {
        heardAt = nanoTime.getAsLong();
        retries = 0;
        trouble = null;
    }

    public Duration length() {
        return Duration.ofNanos(nanoTime.getAsLong() - heardAt);
    }

    /// `codex: nothing heard for 12 s, 3 retries (stream disconnected)`
    public String text() {
        var reason = trouble == null ? "" : Visible.oneLine(trouble);
        return Visible.oneLine(who)
                + ": nothing heard for "
                + length().toSeconds()
                + " s"
                + (retries == 0 ? "" : ", " + retries + (retries == 1 ? " retry" : " retries"))
                + (reason.isEmpty() ? "" : " (" + cut(reason) + ")");
    }

    private static String cut(String reason) {
        return reason.length() > LONGEST_REASON
                ? reason.substring(0, LONGEST_REASON) + "…"
                : reason;
    }
}
