package dev.parley.testing;

import dev.parley.api.TerminalEvent;

import org.awaitility.Awaitility;

import java.time.Duration;
import java.util.function.Consumer;

/// Watches a terminal: all it printed as one text, and its exit code.
public final class Screen implements Consumer<TerminalEvent> {
    private final StringBuffer text = new StringBuffer();
    private volatile Integer exitCode;
    private volatile long position;

    @Override
    public void accept(TerminalEvent event) {
        switch (event) {
            case TerminalEvent.Printed(_, var data, var end, var isReplay) -> {
                if (isReplay) {
                    text.setLength(0);
                }
                text.append(data);
                position = end;
            }
            case TerminalEvent.Exited(_, var code) -> exitCode = code;
        }
    }

    public String text() {
        return text.toString();
    }

    /// Without colours and cursor movements, and without any space: how it would be read.
    public String letters() {
        return text().replaceAll("\u001b\\[[0-9;?>=]*[ -/]*[@-~]", "")
                .replaceAll("\u001b\\][^\u0007\u001b]*(\u0007|\u001b\\\\)", "")
                .replaceAll("\\s+", "");
    }

    public long position() {
        return position;
    }

    public void awaitText(String expected) {
        Awaitility.await("\"" + expected + "\" on the screen")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> text().contains(expected));
    }

    public boolean hasEnded() {
        return exitCode != null;
    }

    public int awaitExit() {
        Awaitility.await("the end of the terminal")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(10))
                .until(this::hasEnded);
        return exitCode;
    }
}
