package dev.parley.search;

import dev.parley.history.Secrets;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Packs the words of texts, and of what looks like a secret nothing at all. Asking [Secrets] about
/// every text would cost more than all the rest, so only places where something looks suspicious
/// are asked about. Belongs to one thread.
final class TextPacker {
    /// What a key or a password has at least, behind its name.
    private static final int SECRET = 12;

    /// How far before a suspicious place, and behind it, something may belong to it.
    private static final int NAME = 48;

    private static final int AHEAD = 320;

    /// What is shorter than this behind its beginning is none.
    private static final int LEAST = 8;

    private final WordScanner scanner = new WordScanner();
    private char[] chars = new char[1 << 14];

    /// Where the name begins that the last suspicious sign is behind.
    private int name;

    void pack(String text, int most, PackedWords words) {
        var length = text.length() <= most ? text.length() : wholeWords(text, most);
        take(text, length);
        var packed = 0;
        for (var at = sign(0, length); at < length; at = sign(at + 1, length)) {
            var place = suspicious(at, length);
            if (place >= packed) {
                var from = beginning(place, packed);
                var end = ending(place, length);
                var seen = new String(chars, from, end - from);
                var masked =
                        isLetter(chars[place]) || chars[place] == '-'
                                ? Secrets.mask(seen)
                                : Secrets.maskNamed(seen);
                if (!masked.equals(seen)) {
                    scan(chars, packed, from, words);
                    scan(masked.toCharArray(), 0, masked.length(), words);
                    packed = end;
                    at = end - 1;
                }
            }
        }
        scan(chars, packed, length, words);
    }

    /// Whether it is worth asking [Secrets] about a text.
    boolean isSuspicious(String text) {
        take(text, text.length());
        var length = text.length();
        for (var at = sign(0, length); at < length; at = sign(at + 1, length)) {
            if (suspicious(at, length) != NONE) {
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
    }

    /// Where the next sign is.
    private int sign(int from, int length) {
        var text = chars;
        var signs = SIGNS;
        var at = from;
        while (at < length && (text[at] >= 128 || !signs[text[at]])) {
            at++;
        }
        return at;
    }

    /// Where a secret may begin that has this sign in it, or behind the name of one; [#NONE] if
    /// there is no reason to think so.
    private int suspicious(int at, int length) {
        return switch (chars[at]) {
            case ':', '=' -> isBehindName(at, length) ? at : NONE;
            case '-' -> secretAt(startsWith(KEY, at, length) ? at : wordStart(at), length);
            case '_' -> secretAt(wordStart(at), length);
            case 'J' -> secretAt(at - 2, length);
            default -> secretAt(at, length);
        };
    }

    private int secretAt(int start, int length) {
        return start >= 0 && isSecretStart(start, length) ? start : NONE;
    }

    /// Of the letters before this place, if they are as few as all [#BEGINNINGS] have.
    private int wordStart(int at) {
        var start = at;
        while (start > 0 && isLetter(chars[start - 1])) {
            if (at - --start > LONGEST_BEGINNING) {
                return NONE;
            }
        }
        return start == at ? NONE : start;
    }

    /// Far enough back to see what belongs to it, and no word cut in two.
    private int beginning(int at, int packed) {
        if (isLetter(chars[at]) || chars[at] == '-') {
            return at;
        }
        if (name >= packed) {
            return name;
        }
        var from = Math.max(packed, at - NAME);
        while (from > packed && isOfValue(chars[from - 1])) {
            from--;
        }
        return from;
    }

    /// Where the next word behind it ends.
    private int ending(int at, int length) {
        if (chars[at] == '-') {
            var end = new String(chars, at, length - at).indexOf("-----END");
            return end < 0 ? length : Math.min(length, at + end + NAME);
        }
        var end = at + (isLetter(chars[at]) ? "bearer".length() : 1);
        while (end < length && isBefore(chars[end])) {
            end++;
        }
        var most = Math.min(length, at + AHEAD);
        while (end < most && chars[end] > ' ') {
            end++;
        }
        while (end < length && isOfValue(chars[end])) {
            end++;
        }
        return Math.min(end, length);
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

    private static final int NONE = -1;

    /// What is in every secret that can be told by its beginning, or before one that is told by its
    /// name; and in few other words.
    private static final boolean[] SIGNS = new boolean[128];

    static {
        for (var sign : ":=-_AJBb".toCharArray()) {
            SIGNS[sign] = true;
        }
    }

    /// In `github_pat_`, up to the first sign.
    private static final int LONGEST_BEGINNING = 6;

    private static final String KEY = "-----begin";

    /// By their first character.
    private static final String[][] BEGINNINGS = new String[128][];

    static {
        Stream.of(
                        "sk-",
                        "sk_",
                        "rk-",
                        "rk_",
                        "pk-",
                        "pk_",
                        "ghp_",
                        "gho_",
                        "ghu_",
                        "ghs_",
                        "ghr_",
                        "github_pat_",
                        "glpat-",
                        "xox",
                        "akia",
                        "asia",
                        "aiza",
                        "hf_",
                        "npm_",
                        "eyj",
                        "bearer",
                        KEY)
                .collect(Collectors.groupingBy(beginning -> beginning.charAt(0)))
                .forEach((first, some) -> BEGINNINGS[first] = some.toArray(String[]::new));
    }

    private boolean isSecretStart(int at, int length) {
        // Within a word it is part of one; but a line end written as `\n` may be before a key.
        if (at > 0 && isLetter(chars[at - 1]) && chars[at] != '-') {
            return false;
        }
        var beginnings = chars[at] < 128 ? BEGINNINGS[lower(chars[at])] : null;
        if (beginnings != null) {
            for (var beginning : beginnings) {
                if (startsWith(beginning, at, length)) {
                    return isLonger(at + beginning.length(), length);
                }
            }
        }
        return false;
    }

    private boolean isLonger(int from, int length) {
        var end = from;
        while (end < length && end < from + LEAST && chars[end] > ' ') {
            end++;
        }
        // Of some the secret itself comes behind a space.
        return end == from + LEAST || (end == from && end < length && isLetter(chars[from - 1]));
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
    }

    private static boolean isLetter(char c) {
        return c < 128 && WordScanner.LOWER[c] != 0;
    }

    private boolean startsWith(String beginning, int at, int length) {
        if (at + beginning.length() > length) {
            return false;
        }
        for (var i = 0; i < beginning.length(); i++) {
            if (lower(chars[at + i]) != beginning.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// Whether what follows may be a secret and what came before may be the name of one; or a name
    /// and a password in an address.
    private boolean isBehindName(int at, int length) {
        var value = at + 1;
        name = NONE;
        if (chars[at] == ':' && value < length && chars[value] == '/') {
            return isAddressWithPassword(at, length);
        }
        while (value < length && value < at + 5 && isBefore(chars[value])) {
            value++;
        }
        var run = value;
        while (run < length && run < value + SECRET && isOfValue(chars[run])) {
            run++;
        }
        return run - value == SECRET && isName(Math.max(0, at - NAME), at);
    }

    private static boolean isBefore(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '"' || c == '\'';
    }

    private static boolean isOfValue(char c) {
        return c < 128 && (WordScanner.LOWER[c] != 0 || "_./+~-".indexOf(c) >= 0);
    }

    /// Whether the word that ends here may name a secret.
    private boolean isName(int from, int to) {
        var end = to;
        while (end > from && isBefore(chars[end - 1])) {
            end--;
        }
        var start = end;
        while (start > from
                && (isLetter(chars[start - 1]) || "_-".indexOf(chars[start - 1]) >= 0)) {
            start--;
        }
        for (var at = start; at < end; at++) {
            var isName =
                    switch (chars[at]) {
                        case 't', 'T' -> startsWith("token", at, end);
                        case 's', 'S' -> startsWith("secret", at, end);
                        case 'p', 'P' -> startsWith("passw", at, end);
                        case 'a', 'A' ->
                                startsWith("apikey", at, end)
                                        || startsWith("api_key", at, end)
                                        || startsWith("api-key", at, end);
                        default -> false;
                    };
            if (isName) {
                name = at;
                return true;
            }
        }
        return false;
    }

    private boolean isAddressWithPassword(int at, int length) {
        var most = Math.min(length, at + AHEAD);
        for (var place = at + 3; place < most && chars[place] > ' '; place++) {
            if (chars[place] == '@') {
                return true;
            }
        }
        return false;
    }
}
