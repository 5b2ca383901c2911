package dev.parley.history.text.hit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Decodes a part of a JSON text.
final class RawText {
    private static final byte[] BEGIN = "-----BEGIN".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PRIVATE = "PRIVATE KEY-----".getBytes(StandardCharsets.US_ASCII);

    /// What may be between the two.
    private static final int KIND = 48;

    private RawText() {}

    /// @param from not within an escape or a character
    /// @param place which is to be in it, with as much behind it as [Snippets] wants to see
    static TextWindow decode(RawLine line, int from, int place, int fit) throws IOException {
        var text = new StringBuilder(place - from + Snippets.BEHIND);
        var found = -1;
        var at = from;
        while (at < line.limit || line.more()) {
            if (at >= place && found < 0) {
                found = text.length();
            }
            var one = line.bytes[at];
            if (one == '"' || one == '\n' || isEnough(text, found)) {
                break;
            }
            if (line.limit - at < 8) {
                line.more();
            }
            if (one == '\\') {
                at = escape(line, at + 1, text);
            } else if (one < 0) {
                at = character(line, at, text);
            } else {
                var end = run(line, at, found < 0 ? place : line.limit);
                // Bytes that are ASCII are the same in every charset; in this one it is quick.
                text.append(new String(line.bytes, at, end - at, StandardCharsets.ISO_8859_1));
                at = end;
            }
        }
        return new TextWindow(text.toString(), Math.max(0, found), fit);
    }

    /// Behind the word that is here and the blank after it, or where something else than plain
    /// letters comes.
    private static int run(RawLine line, int from, int to) {
        var end = Math.min(to, line.limit);
        for (var at = from; at < end; at++) {
            var one = line.bytes[at];
            if (one == ' ') {
                return at + 1;
            }
            if (one < ' ' || one == '"' || one == '\\') {
                return Math.max(at, from + 1);
            }
        }
        return end;
    }

    /// One more than is wanted tells that the text goes on.
    private static boolean isEnough(StringBuilder text, int found) {
        var more = found < 0 ? 0 : text.length() - found - Snippets.BEHIND;
        return more > Snippets.LONGEST || (more > 0 && text.charAt(text.length() - 1) <= ' ');
    }

    private static int escape(RawLine line, int at, StringBuilder text) {
        if (at >= line.limit) {
            return at;
        }
        var one = line.bytes[at];
        if (one == 'u' && at + 4 < line.limit) {
            var unit = 0;
            for (var digit = 1; digit <= 4; digit++) {
                unit = unit * 16 + Math.max(0, Character.digit(line.bytes[at + digit], 16));
            }
            text.append((char) unit);
            return at + 5;
        }
        text.append(
                switch (one) {
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    case 'r' -> '\r';
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    default -> (char) (one & 0x7f);
                });
        return at + 1;
    }

    private static int character(RawLine line, int at, StringBuilder text) {
        var end = at + 1;
        while (end < line.limit && (line.bytes[end] & 0xc0) == 0x80) {
            end++;
        }
        text.append(new String(line.bytes, at, end - at, StandardCharsets.UTF_8));
        return end;
    }

    /// Where the last private key before a place begins; -1 when there is none, or something else
    /// of its kind began behind it.
    static int lastKey(byte[] bytes, int from, int to) {
        // One of five dashes in a row is always looked at.
        for (var at = to - 1; at >= from; at -= 5) {
            if (bytes[at] == '-') {
                for (var start = Math.max(from, at - 4); start <= at; start++) {
                    if (is(BEGIN, bytes, start)) {
                        return isPrivate(bytes, start + BEGIN.length) ? start : -1;
                    }
                }
            }
        }
        return -1;
    }

    private static boolean isPrivate(byte[] bytes, int from) {
        for (var at = from; at < from + KIND; at++) {
            if (is(PRIVATE, bytes, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean is(byte[] wanted, byte[] bytes, int at) {
        if (at + wanted.length > bytes.length) {
            return false;
        }
        for (var index = 0; index < wanted.length; index++) {
            if (bytes[at + index] != wanted[index]) {
                return false;
            }
        }
        return true;
    }
}
