package dev.parley.door.lan;

/// The words that let a scanner mend what it misread: division in GF(256) with the polynomial of QR
/// codes (ISO 18004), 0x11D.
final class ReedSolomon {
    private ReedSolomon() {}

    /// @param count how many words are made
    static int[] words(int[] data, int count) {
        var divisor = divisor(count);
        var rest = new int[count];
        for (var word : data) {
            var factor = word ^ rest[0];
            System.arraycopy(rest, 1, rest, 0, count - 1);
            rest[count - 1] = 0;
            for (var at = 0; at < count; at++) {
                rest[at] ^= times(divisor[at], factor);
            }
        }
        return rest;
    }

    /// The product of (x - 2^i), without its leading one.
    private static int[] divisor(int count) {
        var result = new int[count];
        result[count - 1] = 1;
        var root = 1;
        for (var round = 0; round < count; round++) {
            for (var at = 0; at < count; at++) {
                result[at] = times(result[at], root);
                if (at + 1 < count) {
                    result[at] ^= result[at + 1];
                }
            }
            root = times(root, 2);
        }
        return result;
    }

    private static int times(int one, int other) {
        var product = 0;
        for (var bit = 7; bit >= 0; bit--) {
            product = (product << 1) ^ ((product >>> 7) * 0x11D);
            product ^= ((other >>> bit) & 1) * one;
        }
        return product;
    }
}
