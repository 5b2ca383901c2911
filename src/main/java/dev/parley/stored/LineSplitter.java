package dev.parley.stored;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/// Cuts bytes into lines. Bytes that are no UTF-8 become replacement characters; of a line that is
/// too long only the beginning is kept.
final class LineSplitter {
    interface Lines {
        void line(String line);

        /// Told as soon as it is known, once a line.
        void tooLong(String beginning);
    }

    private static final int BEGINNING = 4096;

    private final int limit;
    private final Lines lines;
    private final ByteArrayOutputStream partial = new ByteArrayOutputStream(8192);
    private boolean isTooLong;

    LineSplitter(int limit, Lines lines) {
        this.limit = limit;
        this.lines = lines;
    }

    void feed(byte[] bytes, int length) {
        var start = 0;
        for (var at = 0; at < length; at++) {
            if (bytes[at] == '\n') {
                add(bytes, start, at - start);
                end();
                start = at + 1;
            }
        }
        add(bytes, start, length - start);
    }

    private void add(byte[] bytes, int from, int length) {
        if (isTooLong) {
            return;
        }
        if (partial.size() + length > limit) {
            partial.write(bytes, from, Math.min(length, Math.max(0, BEGINNING - partial.size())));
            var beginning = partial.toString(UTF_8);
            partial.reset();
            isTooLong = true;
            lines.tooLong(beginning.substring(0, Math.min(beginning.length(), BEGINNING)));
        } else {
            partial.write(bytes, from, length);
        }
    }

    private void end() {
        if (!isTooLong) {
            lines.line(text());
        }
        partial.reset();
        isTooLong = false;
    }

    /// What comes first is the rest of a line that was found too long the last time.
    void goOnTooLong() {
        isTooLong = true;
    }

    /// Whether the line that has not ended yet is already too long.
    boolean isTooLong() {
        return isTooLong;
    }

    /// The line that has not ended yet.
    String text() {
        var text = partial.toString(UTF_8);
        var start = text.startsWith("\uFEFF") ? 1 : 0;
        var end = text.endsWith("\r") ? text.length() - 1 : text.length();
        return text.substring(start, Math.max(start, end));
    }

    int pending() {
        return partial.size();
    }
}
