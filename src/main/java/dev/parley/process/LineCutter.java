package dev.parley.process;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/// Cuts what a child writes into lines. A line is decoded only once it is whole, so a character
/// split between two pieces survives; bytes that are no UTF-8 become replacement characters instead
/// of an error. A line beyond [#LONGEST_LINE] is dropped, and so is everything after it. Between
/// two lines it keeps no memory.
final class LineCutter {
    /// In bytes. What is made of a line takes several times as much, and the history reads no
    /// longer ones either.
    static final int LONGEST_LINE = 16 * 1024 * 1024;

    private static final byte[] NOTHING = {};
    private static final int SMALLEST = 1024;

    private final Consumer<String> onLine;
    private final long longestLine;
    private long remaining;
    private byte[] rest = NOTHING;
    private int length;
    private boolean isTooLong;

    /// @param limit how many bytes it takes in all
    LineCutter(long limit, Consumer<String> onLine) {
        this(limit, Long.MAX_VALUE, onLine);
    }

    /// @param longestLine how many bytes it takes in a line; of a longer one it delivers nothing
    LineCutter(long limit, long longestLine, Consumer<String> onLine) {
        remaining = limit;
        this.longestLine = longestLine;
        this.onLine = onLine;
    }

    /// Delivers every line that is whole now, and forgets what is beyond the limit.
    void add(byte[] bytes) {
        if (isTooLong) {
            return;
        }
        var count = (int) Math.min(bytes.length, remaining);
        remaining -= count;
        var start = 0;
        for (var at = 0; at < count; at++) {
            if (bytes[at] == '\n') {
                if (length == 0) {
                    onLine.accept(text(bytes, start, at));
                } else {
                    keep(bytes, start, at);
                    if (isTooLong) {
                        return;
                    }
                    deliverRest();
                }
                start = at + 1;
            }
        }
        keep(bytes, start, count);
        if (length > longestLine) {
            rest = NOTHING;
            length = 0;
            remaining = 0;
        }
    }

    boolean isFull() {
        return remaining == 0;
    }

    /// Whether a line was too long.
    boolean isTooLong() {
        return isTooLong;
    }

    /// Delivers the last line, if it has no end. The listener may be slow, so its bytes are let go
    /// before.
    void deliverRest() {
        if (length > 0) {
            var line = text(rest, 0, length);
            rest = NOTHING;
            length = 0;
            onLine.accept(line);
        }
    }

    private void keep(byte[] bytes, int from, int to) {
        var needed = length + to - from;
        if (needed > LONGEST_LINE) {
            isTooLong = true;
            rest = NOTHING;
            length = 0;
            return;
        }
        if (needed > rest.length) {
            var doubled = Math.min(LONGEST_LINE, Math.max(SMALLEST, length * 2));
            rest = Arrays.copyOf(rest, Math.max(needed, doubled));
        }
        System.arraycopy(bytes, from, rest, length, to - from);
        length = needed;
    }

    private static String text(byte[] bytes, int from, int to) {
        var end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }
}
