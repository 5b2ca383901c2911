package dev.parley.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// The last bytes of a stream: what a process wrote to standard error before it died. One thread
/// fills it, any may ask.
final class Tail {
    private static final int KEPT = 8 * 1024;

    private final byte[] ring = new byte[KEPT];
    private long seen;

    void fillFrom(InputStream in) {
        var chunk = new byte[4096];
        try {
            for (var count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                add(chunk, count);
            }
        } catch (IOException _) {
            // the pipe was closed under us: what we have is what there is
        }
    }

    private synchronized void add(byte[] chunk, int count) {
        for (var at = 0; at < count; at++) {
            ring[(int) (seen++ % KEPT)] = chunk[at];
        }
    }

    synchronized String text() {
        var length = (int) Math.min(seen, KEPT);
        var bytes = new byte[length];
        for (var at = 0; at < length; at++) {
            bytes[at] = ring[(int) ((seen - length + at) % KEPT)];
        }
        var text = new String(bytes, StandardCharsets.UTF_8);
        return seen > KEPT ? "…" + text : text;
    }
}
