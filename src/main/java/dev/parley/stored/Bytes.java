package dev.parley.stored;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds bytes eight at a time: gigabytes of session files are looked through for line ends and
/// quotes, and nothing in the JDK does that for a part of an array.
final class Bytes {
    private static final VarHandle EIGHT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Bytes() {}

    /// Where an ASCII character stands first; `to` when it is not there.
    static int find(char wanted, byte[] bytes, int from, int to) {
        var pattern = wanted * ONES;
        var at = from;
        for (var last = to - Long.BYTES; at <= last; at += Long.BYTES) {
            // Zero where a byte is the wanted one: subtracting one borrows its high bit.
            var differing = (long) EIGHT.get(bytes, at) ^ pattern;
            if (((differing - ONES) & ~differing & HIGH_BITS) != 0) {
                break;
            }
        }
        while (at < to && bytes[at] != wanted) {
            at++;
        }
        return at;
    }
}
