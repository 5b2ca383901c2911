package dev.parley.process;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The last bytes of a stream: what a process wrote to standard error before it died. Most write
/// little, so it grows with what there is. One thread fills it, any may ask.
final class Tail {
    private static final int KEPT = 8 * 1024;
    private static final int SMALLEST = 256;

    private byte[] ring = {};
    private long seen;

    synchronized void add(byte[] bytes) {
        makeRoom(seen + bytes.length);
        var from = Math.max(0, bytes.length - KEPT);
        seen += from; // a child that writes very much would hold up the thread that reads for all
        for (var at = from; at < bytes.length; at++) {
            ring[(int) (seen++ % KEPT)] = bytes[at];
        }
    }

    private void makeRoom(long needed) {
        if (needed > ring.length && ring.length < KEPT) {
            var doubled = Math.max(SMALLEST, ring.length * 2L);
            ring = Arrays.copyOf(ring, (int) Math.min(KEPT, Math.max(doubled, needed)));
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
