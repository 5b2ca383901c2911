package dev.parley.modelapi;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// A stream that is closed when it is quiet for too long, so that whoever reads it does not wait
/// for ever. A virtual thread watches it.
final class Quiet extends InputStream {
    private final InputStream in;
    private final Thread watch;
    private volatile long heard = System.nanoTime();
    private volatile boolean isStalled;

    Quiet(InputStream in, Duration limit) {
        this.in = in;
        watch = Thread.ofVirtual().name("api-watch").start(() -> watch(limit));
    }

    /// Whether it was closed because nothing came.
    boolean isStalled() {
        return isStalled;
    }

    private void watch(Duration limit) {
        try {
            for (var left = limit; left.isPositive(); ) {
                Thread.sleep(left);
                left = limit.minusNanos(System.nanoTime() - heard);
            }
            isStalled = true;
            in.close();
        } catch (InterruptedException | IOException _) {
            // it came to its end
        }
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        var count = in.read(target, from, length);
        heard = System.nanoTime();
        return count;
    }

    @Override
    public void close() throws IOException {
        watch.interrupt();
        in.close();
    }
}
