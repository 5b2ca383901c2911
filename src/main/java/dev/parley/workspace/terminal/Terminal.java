package dev.parley.workspace.terminal;

import dev.parley.api.Subscription;
import dev.parley.api.TerminalEvent;
import dev.parley.api.TerminalInfo;
import dev.parley.base.problem.Problem;
import dev.parley.process.PtyProcess;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;

/// One terminal: what runs in it, what it showed lately, and who watches. It belongs to Parley, not
/// to a window: closing every window leaves it running.
public final class Terminal {
    private static final int KEPT = 256 * 1024;

    private final TerminalInfo start;
    private final Utf8Stream text = new Utf8Stream();
    private final Object lock = new Object(); // guards all below, and the order of what is told
    private final Scrollback scrollback = new Scrollback(KEPT);
    private final Set<Consumer<TerminalEvent>> watchers = new CopyOnWriteArraySet<>();
    private PtyProcess.Size size;
    private @Nullable PtyProcess process;
    private @Nullable Integer exitCode;

    Terminal(TerminalInfo start) {
        this.start = start;
        this.size = new PtyProcess.Size(start.columns(), start.rows());
    }

    public String id() {
        return start.terminalId();
    }

    void runs(PtyProcess child) {
        synchronized (lock) {
            process = child;
        }
    }

    public TerminalInfo info() {
        synchronized (lock) {
            return new TerminalInfo(
                    start.terminalId(),
                    start.provider(),
                    start.sessionId(),
                    start.cwd(),
                    size.columns(),
                    size.rows(),
                    start.startedAt(),
                    exitCode,
                    scrollback.end());
        }
    }

    boolean hasEnded() {
        synchronized (lock) {
            return exitCode != null;
        }
    }

    /// Types text, control characters and all.
    public void type(String data) {
        if (hasEnded()) {
            throw Problem.invalid("The terminal " + id() + " has ended.", "Open another one.");
        }
        child().type(data.getBytes(StandardCharsets.UTF_8));
    }

    public void resize(int columns, int rows) {
        var wanted = Terminals.checkedSize(columns, rows);
        child().resize(wanted);
        synchronized (lock) {
            size = wanted;
        }
    }

    /// Reports to `watcher` what it has missed, and from then on everything, in order and on the
    /// thread that reads the terminal: it must not block.
    ///
    /// @param after the last position the watcher knows; everything that is kept, if absent
    /// @return ends the reports; does not wait for one that is under way
    public Subscription watch(OptionalLong after, Consumer<TerminalEvent> watcher) {
        synchronized (lock) {
            var rest =
                    after.isPresent()
                            ? scrollback.after(after.getAsLong())
                            : Optional.<String>empty();
            if (rest.isEmpty() || !rest.get().isEmpty()) {
                watcher.accept(
                        new TerminalEvent.Printed(
                                id(),
                                rest.orElseGet(scrollback::all),
                                scrollback.end(),
                                rest.isEmpty()));
            }
            if (exitCode == null) {
                watchers.add(watcher);
            } else {
                watcher.accept(new TerminalEvent.Exited(id(), exitCode));
            }
        }
        return () -> watchers.remove(watcher);
    }

    /// Returns when the report that is under way has reached all watchers: nothing more comes to a
    /// watcher that has stopped watching before. The caller must not hold a lock that a watcher
    /// needs.
    public void awaitReported() {
        synchronized (lock) {
            // A report holds it until all watchers have it.
        }
    }

    /// Ends what runs in it and returns when that is gone.
    void stop() throws InterruptedException {
        if (!hasEnded()) {
            child().stop();
        }
    }

    void printed(byte[] bytes, int count) {
        print(text.decode(bytes, count));
    }

    private void print(String data) {
        if (data.isEmpty()) {
            return;
        }
        synchronized (lock) {
            scrollback.append(data);
            report(new TerminalEvent.Printed(id(), data, scrollback.end(), false));
        }
    }

    void exited(int code) {
        synchronized (lock) {
            print(text.end());
            exitCode = code;
            report(new TerminalEvent.Exited(id(), code));
            watchers.clear();
        }
    }

    private void report(TerminalEvent event) {
        watchers.forEach(watcher -> watcher.accept(event));
    }

    private PtyProcess child() {
        synchronized (lock) {
            return Objects.requireNonNull(process, "a terminal is known once it runs");
        }
    }
}
