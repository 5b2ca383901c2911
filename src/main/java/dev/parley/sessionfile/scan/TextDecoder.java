package dev.parley.sessionfile.scan;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/// Makes texts of what stands between quotes in JSON, whole runs of bytes at a time. Belongs to one
/// thread.
final class TextDecoder {
    private static final int ESCAPE = 6;

    private static final int KEPT = 1 << 16;

    private byte[] decoded = new byte[1 << 13];
    private int size;

    /// @throws Scan.Lost for an escape that is none, or half a character
    String decode(byte[] bytes, int from, int to) {
        var escape = Bytes.find('\\', bytes, from, to);
        if (escape == to) {
            return text(bytes, from, to);
        }
        // Nothing gets longer by decoding.
        if (decoded.length < to - from) {
            decoded = new byte[Math.max(to - from, decoded.length * 2)];
        }
        size = 0;
        var start = from;
        while (escape < to) {
            copy(bytes, start, escape);
            start = unescape(bytes, escape + 1, to);
            escape = Bytes.find('\\', bytes, start, to);
        }
        copy(bytes, start, to);
        var text = text(decoded, 0, size);
        if (decoded.length > KEPT) {
            // Whoever reads a file may be kept for long, and with him this.
            decoded = new byte[KEPT];
        }
        return text;
    }

    /// What is ASCII, as nearly all is, is taken as it is.
    private static String text(byte[] bytes, int from, int to) {
        var charset = Bytes.isAscii(bytes, from, to) ? ISO_8859_1 : UTF_8;
        return new String(bytes, from, to - from, charset);
    }

    private void copy(byte[] bytes, int from, int to) {
        System.arraycopy(bytes, from, decoded, size, to - from);
        size += to - from;
    }

    /// @param at behind the backslash
    /// @return where the text goes on
    private int unescape(byte[] bytes, int at, int to) {
        if (at == to) {
            throw new Scan.Lost();
        }
        if (bytes[at] == 'u') {
            return unescapeNumber(bytes, at + 1, to);
        }
        decoded[size++] =
                switch (bytes[at]) {
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    case 'r' -> '\r';
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    case '"', '\\', '/' -> bytes[at];
                    default -> throw new Scan.Lost();
                };
        return at + 1;
    }

    private int unescapeNumber(byte[] bytes, int at, int to) {
        var first = unit(bytes, at, to);
        if (!Character.isSurrogate(first)) {
            put(first);
            return at + 4;
        }
        // The other half is the next escape.
        var second = at + ESCAPE <= to ? unit(bytes, at + ESCAPE, to) : first;
        if (!Character.isSurrogatePair(first, second)
                || bytes[at + 4] != '\\'
                || bytes[at + 5] != 'u') {
            throw new Scan.Lost();
        }
        put(Character.toCodePoint(first, second));
        return at + ESCAPE + 4;
    }

    private static char unit(byte[] bytes, int at, int to) {
        if (at + 4 > to) {
            throw new Scan.Lost();
        }
        var unit = 0;
        for (var digit = at; digit < at + 4; digit++) {
            var value = Character.digit(bytes[digit], 16);
            if (value < 0) {
                throw new Scan.Lost();
            }
            unit = unit * 16 + value;
        }
        return (char) unit;
    }

    private void put(int character) {
        var bytes = Character.toString(character).getBytes(UTF_8);
        System.arraycopy(bytes, 0, decoded, size, bytes.length);
        size += bytes.length;
    }
}
