package dev.parley.event;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds the places of a text where a secret may be: many more than there are secrets, and so few
/// that the patterns of [Secrets] can be asked about each. Used for one text after the other;
/// belongs to one thread.
public final class SecretSigns {
    public static final int NONE = -1;

    /// What a key or a password has at least, behind its name.
    private static final int SECRET = 12;

    /// How far before a suspicious place, and behind it, something may belong to it.
    private static final int NAME = 48;

    private static final int AHEAD = 320;

    /// What is shorter than this behind its beginning is none.
    private static final int LEAST = 8;

    /// What is in every secret that can be told by its beginning, or before one that is told by its
    /// name; and in few other words.
    private static final boolean[] SIGNS = new boolean[Character.MAX_VALUE + 1];

    private static final boolean[] LETTERS = new boolean[128];

    /// What a secret behind a name is made of.
    private static final boolean[] VALUES = new boolean[128];

    static {
        for (var sign : ":=-_AJBb".toCharArray()) {
            SIGNS[sign] = true;
        }
        for (var c = 0; c < VALUES.length; c++) {
            LETTERS[c] = Character.isLetterOrDigit(c);
            VALUES[c] = LETTERS[c] || "_./+~-".indexOf(c) >= 0;
        }
    }

    /// In `github_pat_`, up to the first sign.
    private static final int LONGEST_BEGINNING = 6;

    private static final String KEY = "-----begin";

    /// The longest first line of a private key.
    private static final int HEADING = 68;

    /// By their first character.
    private static final String[][] BEGINNINGS = new String[128][];

    static {
        var all =
                "sk- sk_ rk- rk_ pk- pk_ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- xox akia asia aiza hf_ npm_ eyj bearer";
        Stream.of(all.split(" "))
                .collect(Collectors.groupingBy(beginning -> beginning.charAt(0)))
                .forEach((first, some) -> BEGINNINGS[first] = some.toArray(String[]::new));
    }

    private char[] chars = new char[0];
    private int length;

    /// Where the name begins that the last suspicious sign is behind.
    private int name;

    /// @param to how much of it is to be looked at
    public void look(char[] text, int to) {
        chars = text;
        length = to;
    }

    /// Where the next sign is.
    public int next(int from) {
        var text = chars;
        var signs = SIGNS;
        var to = length;
        var at = from;
        while (at < to && !signs[text[at]]) {
            at++;
        }
        return at;
    }

    /// Where a secret may begin that has this sign in it, or behind the name of one; [#NONE] if
    /// there is no reason to think so.
    public int suspicious(int at) {
        return switch (chars[at]) {
            case ':', '=' -> isBehindName(at) ? at : NONE;
            case '-' -> startsWith(KEY, at, length) ? privateKeyAt(at) : secretAt(wordStart(at));
            case '_' -> secretAt(wordStart(at));
            case 'J' -> secretAt(at - 2);
            case 'b', 'B' -> at + 1 < length && lower(chars[at + 1]) == 'e' ? secretAt(at) : NONE;
            default -> secretAt(at);
        };
    }

    private int privateKeyAt(int at) {
        var heading = new String(chars, at, Math.min(HEADING, length - at));
        return heading.contains("PRIVATE KEY-----") ? at : NONE;
    }

    private int secretAt(int start) {
        return start >= 0 && isSecretStart(start) ? start : NONE;
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
    public int beginning(int at, int packed) {
        if (!isNamed(at)) {
            return at;
        }
        var from = Math.max(packed, name == NONE ? at - NAME : name);
        while (from > packed && isOfValue(chars[from - 1])) {
            from--;
        }
        return from;
    }

    /// Where the next word behind it ends.
    public int ending(int at) {
        if (chars[at] == '-') {
            return length; // how such a key ends, its pattern knows
        }
        var end = at + (isLetter(chars[at]) ? "bearer".length() : 1);
        while (end < length && isBefore(chars[end])) {
            end++;
        }
        var most = Math.min(length, at + AHEAD);
        while (end < most && !isSpace(chars[end])) {
            end++;
        }
        while (end < length && isOfValue(chars[end])) {
            end++;
        }
        return Math.min(end, length);
    }

    /// Whether a suspicious place is one because of the name before it.
    private boolean isNamed(int place) {
        return !isLetter(chars[place]) && chars[place] != '-';
    }

    private boolean isSecretStart(int at) {
        // Within a word it is part of one; but a line end written as `\n` may be before a key.
        if (at > 0 && isLetter(chars[at - 1])) {
            return false;
        }
        var beginnings = chars[at] < 128 ? BEGINNINGS[lower(chars[at])] : null;
        if (beginnings != null) {
            for (var beginning : beginnings) {
                if (startsWith(beginning, at, length)) {
                    return isLonger(at + beginning.length());
                }
            }
        }
        return false;
    }

    private boolean isLonger(int from) {
        var end = from;
        while (end < length && end < from + LEAST && !isSpace(chars[end])) {
            end++;
        }
        // Of some the secret itself comes behind a space.
        return end == from + LEAST || (end == from && end < length && isLetter(chars[from - 1]));
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
    }

    private static boolean isLetter(char c) {
        return c < 128 && LETTERS[c];
    }

    private boolean startsWith(String beginning, int at, int to) {
        if (at + beginning.length() > to) {
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
    private boolean isBehindName(int at) {
        var value = at + 1;
        name = NONE;
        if (chars[at] == ':' && value < length && chars[value] == '/') {
            return isAddressWithPassword(at);
        }
        while (value < length && value < at + 5 && isBefore(chars[value])) {
            value++;
        }
        if (value < length && isCode(value)) {
            return false;
        }
        var run = value;
        while (run < length && run < value + SECRET && isOfValue(chars[run])) {
            run++;
        }
        return run - value == SECRET && isName(Math.max(0, at - NAME), at);
    }

    /// Whether what is not in quotes goes on like a name with its member or its arguments.
    private boolean isCode(int at) {
        var end = at;
        while (end < length && isOfName(chars[end])) {
            end++;
        }
        return end > at
                && end + 1 < length
                && chars[at - 1] != '"'
                && chars[at - 1] != '\''
                && (chars[end] == '(' || (chars[end] == '.' && isOfName(chars[end + 1])));
    }

    private static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static boolean isOfName(char c) {
        return c == '_' || (c > '9' && isLetter(c));
    }

    private static boolean isBefore(char c) {
        return isSpace(c) || c == '"' || c == '\'';
    }

    private static boolean isOfValue(char c) {
        return c < 128 && VALUES[c];
    }

    /// Whether the word that ends here may name a secret.
    private boolean isName(int from, int to) {
        var end = to;
        while (end > from && isBefore(chars[end - 1])) {
            end--;
        }
        var start = end;
        while (start > from
                && (isLetter(chars[start - 1])
                        || chars[start - 1] == '_'
                        || chars[start - 1] == '-')) {
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

    private boolean isAddressWithPassword(int at) {
        var most = Math.min(length, at + AHEAD);
        for (var place = at + 3; place < most && !isSpace(chars[place]); place++) {
            if (chars[place] == '@') {
                return true;
            }
        }
        return false;
    }
}
