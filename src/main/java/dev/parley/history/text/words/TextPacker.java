package dev.parley.history.text.words;

import dev.parley.event.SecretSigns;
import dev.parley.event.Secrets;

/// Packs the words of texts, and of what looks like a secret nothing at all. Asking [Secrets] about
/// every text would cost more than all the rest, so only places where something looks suspicious
/// are asked about. Belongs to one thread.
public final class TextPacker {
    private final WordScanner scanner = new WordScanner();
    private final SecretSigns signs = new SecretSigns();
    private char[] chars = new char[1 << 14];

    public void pack(String text, int most, PackedWords words) {
        var length = text.length() <= most ? text.length() : wholeWords(text, most);
        take(text, length);
        var packed = 0;
        for (var at = signs.next(0); at < length; at = signs.next(at + 1)) {
            var place = signs.suspicious(at);
            if (place >= packed) {
                var from = signs.beginning(place, packed);
                var end = signs.ending(place);
                var seen = new String(chars, from, end - from);
                var masked = Secrets.mask(seen);
                if (!masked.equals(seen)) {
                    scan(chars, packed, from, words);
                    var rest = Secrets.unchanged(seen, masked);
                    scan(masked.toCharArray(), 0, masked.length() - rest, words);
                    packed = end - rest;
                    at = packed - 1;
                }
            }
        }
        scan(chars, packed, length, words);
    }

    /// Whether it is worth asking [Secrets] about a text.
    public boolean isSuspicious(String text) {
        take(text, text.length());
        var length = text.length();
        for (var at = signs.next(0); at < length; at = signs.next(at + 1)) {
            if (signs.suspicious(at) != SecretSigns.NONE) {
                return true;
            }
        }
        return false;
    }

    private void take(String text, int length) {
        if (chars.length < length) {
            chars = new char[Math.max(length, chars.length * 2)];
        }
        text.getChars(0, length, chars, 0);
        signs.look(chars, length);
    }

    /// Half a secret does not look like one.
    private static int wholeWords(String text, int most) {
        var end = most;
        while (end > 0 && text.charAt(end) > ' ') {
            end--;
        }
        return end == 0 ? most : end;
    }

    private void scan(char[] text, int from, int to, PackedWords words) {
        var at = from;
        while (at < to) {
            at = words.addPlain(text, at, to);
            if (at < to) {
                scanner.reset(text, at, to);
                if (!scanner.next()) {
                    return;
                }
                words.add(scanner.word, scanner.length);
                at = scanner.end;
            }
        }
    }
}
