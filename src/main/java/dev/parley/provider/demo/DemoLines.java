package dev.parley.provider.demo;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/// Standard output, line by line. Always UTF-8, whatever the locale of the terminal says.
final class DemoLines {
    /// Guards the stream: turns of several sessions print at the same time, each line is whole.
    private final ReentrantLock lock = new ReentrantLock();

    private final PrintStream out;

    DemoLines(PrintStream out) {
        this.out = out;
    }

    void print(String line) {
        var bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        lock.lock();
        try {
            out.write(bytes, 0, bytes.length);
            out.flush();
        } finally {
            lock.unlock();
        }
    }

    /// Nobody reads any more.
    boolean isBroken() {
        return out.checkError();
    }
}
