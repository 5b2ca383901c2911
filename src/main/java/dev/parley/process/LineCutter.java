package dev.parley.process;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/// Cuts what a child writes into lines. A line is decoded only once it is whole, so a character
/// split between two pieces survives; bytes that are no UTF-8 become replacement characters instead
/// of an error; a line may be as long as the limit on the whole output allows. Between two lines it
/// keeps no memory.
final class LineCutter {
    private static final byte[] NOTHING = {};
    private static final int SMALLEST = 1024;

    private final Consumer<String> onLine;
    private long remaining;
    private byte[] rest = NOTHING;
    private int length;

    /// @param limit how many bytes it takes in all
    LineCutter(long limit, Consumer<String> onLine) {
        remaining = limit;
        this.onLine = onLine;
    }

    /// Delivers every line that is whole now, and forgets what is beyond the limit.
    void add(byte[] bytes) {
        var count = (int) Math.min(bytes.length, remaining);
        remaining -= count;
        var start = 0;
        for (var at = 0; at < count; at++) {
            if (bytes[at] == '\n') {
                if (length == 0) {
                    deliver(bytes, start, at);
                } else {
                    keep(bytes, start, at);
                    deliverRest();
                }
                start = at + 1;
            }
        }
        keep(bytes, start, count);
    }

    boolean isFull() {
        return remaining == 0;
    }

    /// The last line, if it has no end.
    void deliverRest() {
        if (length > 0) {
            var line = rest;
            var end = length;
            rest = NOTHING;
            length = 0;
            deliver(line, 0, end);
        }
    }

    private void keep(byte[] bytes, int from, int to) {
        var needed = length + to - from;
        if (needed > rest.length) {
            rest = Arrays.copyOf(rest, Math.max(needed, Math.max(SMALLEST, length * 2)));
        }
        System.arraycopy(bytes, from, rest, length, to - from);
        length = needed;
    }

    private void deliver(byte[] bytes, int from, int to) {
        var end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
        onLine.accept(new String(bytes, from, end - from, StandardCharsets.UTF_8));
    }
}
