package dev.parley.door.cli;

import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;
import dev.parley.base.thread.Interruptible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.TextPrinter;
import dev.parley.event.Envelope;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Tells a person who watches who is at work and for how long nothing has been heard, in a line
/// that is gone as soon as something is. Everything a run prints goes through here.
final class SilenceLine implements Consumer<Envelope>, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final Duration TICK = Duration.ofSeconds(1);

    private final Console console;
    private final TextPrinter printer;
    private final LongSupplier nanoTime;
    private final Thread ticker =
            Thread.ofVirtual().name("silence").unstarted(() -> Interruptible.quietly(this::watch));

    // Guarded by this, as the printer is.
    private String who;
    private long heardAt;
    private boolean isShown;
    private boolean isOver;

    /// @param who is at work
    SilenceLine(Console console, TextPrinter printer, String who, LongSupplier nanoTime) {
        this.console = console;
        this.printer = printer;
        this.who = who;
        this.nanoTime = nanoTime;
        heardAt = nanoTime.getAsLong();
    }

    /// Nothing happens where nobody watches.
    void start() {
        if (console.isInteractive() && ScreenStream.isScreen(console.err())) {
            ticker.start();
        }
    }

    private void watch() throws InterruptedException {
        while (true) {
            Thread.sleep(TICK);
            tick();
        }
    }

    synchronized void tick() {
        var silent = Duration.ofNanos(nanoTime.getAsLong() - heardAt);
        // An answer that stands in the same line is not written over.
        if (isOver || silent.compareTo(PATIENCE) < 0 || printer.isInsideLine()) {
            return;
        }
        ScreenStream.beginLineAnew(console.err());
        ScreenStream.print(
                console.err(),
                Style.DIM,
                "· %s: nothing heard for %d s; Ctrl-C ends it".formatted(who, silent.toSeconds()));
        console.err().flush();
        isShown = true;
    }

    @Override
    public synchronized void accept(Envelope envelope) {
        erase();
        printer.accept(envelope);
        who = envelope.provider();
        heardAt = nanoTime.getAsLong();
    }

    private void erase() {
        if (isShown) {
            ScreenStream.beginLineAnew(console.err());
            console.err().flush();
            isShown = false;
        }
    }

    @Override
    public void close() {
        ticker.interrupt();
        synchronized (this) {
            erase();
            isOver = true; // a tick that is under way comes too late
        }
    }
}
