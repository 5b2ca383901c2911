package dev.parley.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/// Cuts a stream of bytes into lines. A line is decoded only once it is whole, so a character split
/// between two reads survives; bytes that are no UTF-8 become replacement characters instead of an
/// error; a line may be as long as the limit on the whole output allows.
final class LineReader {
    private static final int CHUNK = 16 * 1024;

    /// How the reading ended.
    enum End {
        OF_STREAM,
        LIMIT_HIT
    }

    private final InputStream in;
    private final long limit;
    private byte[] line = new byte[CHUNK];
    private int length;

    LineReader(InputStream in, long limit) {
        this.in = in;
        this.limit = limit;
    }

    /// Reads until the stream ends or `limit` bytes were seen. An unfinished last line is kept for
    /// [#deliverRest].
    End readAll(Consumer<String> onLine) {
        var chunk = new byte[CHUNK];
        var remaining = limit;
        while (remaining > 0) {
            var count = read(chunk, (int) Math.min(chunk.length, remaining));
            if (count < 0) {
                return End.OF_STREAM;
            }
            remaining -= count;
            accept(chunk, count, onLine);
        }
        return End.LIMIT_HIT;
    }

    /// Reads on and forgets, so that a child that is being stopped does not stay blocked on a full
    /// pipe.
    void discardRest() {
        var chunk = new byte[CHUNK];
        while (read(chunk, chunk.length) >= 0) {
            // nothing to keep
        }
    }

    private int read(byte[] chunk, int most) {
        try {
            return in.read(chunk, 0, most);
        } catch (IOException _) {
            return -1; // the pipe was closed under us: the process is gone
        }
    }

    private void accept(byte[] chunk, int count, Consumer<String> onLine) {
        var start = 0;
        for (var at = 0; at < count; at++) {
            if (chunk[at] == '\n') {
                append(chunk, start, at);
                deliver(onLine);
                start = at + 1;
            }
        }
        append(chunk, start, count);
    }

    private void append(byte[] chunk, int from, int to) {
        var needed = length + to - from;
        if (needed > line.length) {
            line = Arrays.copyOf(line, Math.max(needed, line.length * 2));
        }
        System.arraycopy(chunk, from, line, length, to - from);
        length = needed;
    }

    private void deliver(Consumer<String> onLine) {
        var end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        var text = new String(line, 0, end, StandardCharsets.UTF_8);
        length = 0;
        if (line.length > 64 * CHUNK) {
            line = new byte[CHUNK]; // one huge line must not keep its memory for the rest of the
            // session
        }
        onLine.accept(text);
    }

    /// The last line, if it has no end.
    void deliverRest(Consumer<String> onLine) {
        if (length > 0) {
            deliver(onLine);
        }
    }
}
