package dev.parley.sessionfile.scan;

import java.util.Arrays;

/// Bytes that are put together: a few in a buffer of its own, many in the one that all share.
/// Belongs to one thread, which ends with [#clear].
public final class Piece {
    private static final int USUAL = 1 << 13;

    private byte[] bytes = new byte[USUAL];
    private int size;
    private boolean isShared;

    public int size() {
        return size;
    }

    /// Not more than a line may have in all.
    public void add(byte[] more, int from, int length) {
        if (size + length > bytes.length) {
            grow(size + length);
        }
        System.arraycopy(more, from, bytes, size, length);
        size += length;
    }

    private void grow(int needed) {
        if (needed <= LargeLines.LARGE) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
        } else {
            var shared = LargeLines.take();
            isShared = true;
            System.arraycopy(bytes, 0, shared, 0, size);
            bytes = shared;
        }
    }

    /// Shows its bytes without copying them.
    public Line line() {
        return new Line(bytes, 0, size);
    }

    Line beginning(int length) {
        return new Line(bytes, 0, Math.min(size, length));
    }

    public void clear() {
        size = 0;
        if (isShared) {
            isShared = false;
            bytes = new byte[USUAL];
            LargeLines.giveBack();
        }
    }
}
