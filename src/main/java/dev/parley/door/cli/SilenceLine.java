package dev.parley.door.cli;

import dev.parley.base.screen.ColumnWidth;
import dev.parley.base.screen.ScreenStream;
import dev.parley.base.screen.Style;
import dev.parley.base.thread.Interruptible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.Silence;
import dev.parley.door.cli.shared.TextPrinter;
import dev.parley.event.Envelope;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Tells who is at work and for how long nothing has been heard. On a terminal this is a line that
/// is gone as soon as something is heard; elsewhere it is a line now and then, more seldom each
/// time, so that nobody waits for an agent that will never answer. Everything a run prints goes
/// through here.
final class SilenceLine implements Consumer<Envelope>, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    /// Before the first line where lines stay.
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(15);

    private static final Duration TICK = Duration.ofSeconds(1);
    private static final String HOW_TO_END = "; Ctrl-C ends it";

    private final Console console;
    private final TextPrinter printer;
    private final Thread ticker =
            Thread.ofVirtual().name("silence").unstarted(() -> Interruptible.quietly(this::watch));

    // Guarded by this, as the printer is.
    private final Silence silence;
    private Duration nextLine = LONG_PATIENCE;
    private boolean isShown;
    private boolean isOver;

    /// @param who is at work
    SilenceLine(Console console, TextPrinter printer, String who, LongSupplier nanoTime) {
        this.console = console;
        this.printer = printer;
        silence = new Silence(who, nanoTime);
    }

    void start() {
        ticker.start();
    }

    private void watch() throws InterruptedException {
        while (true) {
            Thread.sleep(TICK);
            tick();
        }
    }

    synchronized void tick() {
        // An answer that stands in the same line is not written over.
        if (isOver || printer.isInsideLine()) {
            return;
        }
        if (ScreenStream.canGoBack(console.err())) {
            drawOver();
        } else if (silence.length().compareTo(nextLine) >= 0) {
            nextLine = nextLine.multipliedBy(2);
            console.err().println("· " + silence.text());
            console.err().flush();
        }
    }

    private void drawOver() {
        if (silence.length().compareTo(PATIENCE) < 0) {
            return;
        }
        // A line that is wider than the terminal could not be taken back.
        var room = ScreenStream.columns(console.err()) - 1;
        ScreenStream.beginLineAnew(console.err());
        ScreenStream.print(
                console.err(),
                Style.DIM,
                ColumnWidth.cut("· " + silence.text() + HOW_TO_END, room));
        console.err().flush();
        isShown = true;
    }

    @Override
    public synchronized void accept(Envelope envelope) {
        erase();
        printer.accept(envelope);
        if (silence.heard(envelope)) {
            nextLine = LONG_PATIENCE;
        }
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
