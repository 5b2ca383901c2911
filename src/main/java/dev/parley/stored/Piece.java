package dev.parley.stored;

import java.util.Arrays;

/// Bytes that are put together, in a buffer that is never much larger than what it may hold.
/// Belongs to one thread.
final class Piece {
    private static final int USUAL = 1 << 13;

    private final int limit;
    private byte[] bytes = new byte[USUAL];
    private int size;

    /// @param limit nobody adds more than this
    Piece(int limit) {
        this.limit = limit;
    }

    int size() {
        return size;
    }

    void add(byte[] more, int from, int length) {
        if (size + length > bytes.length) {
            var enough = Math.min(bytes.length * 2, limit);
            bytes = Arrays.copyOf(bytes, Math.max(size + length, enough));
        }
        System.arraycopy(more, from, bytes, size, length);
        size += length;
    }

    /// Shows its bytes without copying them.
    Line line() {
        return new Line(bytes, 0, size);
    }

    Line beginning(int length) {
        return new Line(bytes, 0, Math.min(size, length));
    }

    void reset() {
        size = 0;
    }

    /// The same, and gives back what a large one took.
    void clear() {
        size = 0;
        if (bytes.length > USUAL << 3) {
            bytes = new byte[USUAL];
        }
    }
}
