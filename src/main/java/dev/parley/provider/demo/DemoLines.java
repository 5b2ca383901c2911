package dev.parley.provider.demo;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Standard output, line by line. Always UTF-8, whatever the locale of the terminal says.
final class DemoLines {
    private final PrintStream out;

    DemoLines(PrintStream out) {
        this.out = out;
    }

    /// Turns of several sessions print at the same time, and each line is whole.
    synchronized void print(String line) {
        var bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        out.write(bytes, 0, bytes.length);
        out.flush();
    }

    /// Nobody reads any more.
    boolean isBroken() {
        return out.checkError();
    }
}
