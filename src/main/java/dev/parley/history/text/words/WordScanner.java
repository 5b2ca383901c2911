package dev.parley.history.text.words;

import java.util.Arrays;

/// Cuts text into the words the index knows: runs of letters and digits, in lower case, in UTF-8.
/// Everything else separates, so `parse_header` and `src/App.java` are several words in a row; of
/// scripts that put no space between words each character is one. What a person looks for is cut
/// the same way, and several words in a row are looked for in a row.
///
/// Reused for many texts; belongs to one thread. The fields are open to the package because this
/// runs for every character of every session.
public final class WordScanner {
    /// Of a longer word, only the beginning counts: enough for a hash, and less for encoded data.
    static final int LONGEST = 40;

    private static final int MOST_BYTES = 4;

    /// A last character may go beyond it.
    static final int MOST_LENGTH = LONGEST + MOST_BYTES;

    /// The lower case of ASCII letters and digits; 0 for what separates.
    static final byte[] LOWER = new byte[128];

    static {
        for (var c = '0'; c <= '9'; c++) {
            LOWER[c] = (byte) c;
        }
        for (var c = 'a'; c <= 'z'; c++) {
            LOWER[c] = (byte) c;
            LOWER[c - 32] = (byte) c;
        }
    }

    /// As `LOWER`, for all characters; -1 for those beyond ASCII.
    static final byte[] KINDS = new byte[Character.MAX_VALUE + 1];

    static {
        Arrays.fill(KINDS, (byte) -1);
        System.arraycopy(LOWER, 0, KINDS, 0, LOWER.length);
    }

    private char[] text = new char[0];
    private int limit;
    private int at;

    /// The word, and where in the text it was.
    public final byte[] word = new byte[MOST_LENGTH];

    public int length;
    public int start;
    public int end;

    /// Whether an ASCII character is part of words.
    public static boolean isOfWord(int ascii) {
        return LOWER[ascii] != 0;
    }

    public void reset(char[] chars, int from, int to) {
        text = chars;
        at = from;
        limit = to;
    }

    public void reset(String string) {
        reset(string.toCharArray(), 0, string.length());
    }

    /// Goes to the next word.
    public boolean next() {
        var chars = text;
        var place = at;
        while (place < limit && !isStart(chars, place)) {
            place++;
        }
        start = place;
        length = 0;
        while (place < limit) {
            var c = chars[place];
            if (c < 128) {
                var lower = LOWER[c];
                if (lower == 0) {
                    break;
                }
                if (length < LONGEST) {
                    word[length++] = lower;
                }
                place++;
            } else {
                var next = other(chars, place);
                if (next == place) {
                    break;
                }
                place = next;
                if (isAlone(Character.codePointAt(chars, start, limit))) {
                    break;
                }
            }
        }
        at = place;
        end = place;
        return length > 0;
    }

    private boolean isStart(char[] chars, int place) {
        var c = chars[place];
        return c < 128
                ? LOWER[c] != 0
                : Character.isLetterOrDigit(Character.codePointAt(chars, place, limit));
    }

    /// Takes one character beyond ASCII into the word.
    ///
    /// @return where it ends, or where it begins when it is not part of the word
    private int other(char[] chars, int place) {
        var point = Character.codePointAt(chars, place, limit);
        var isPart = Character.isLetterOrDigit(point) || isMark(point);
        if (!isPart || (place > start && isAlone(point))) {
            return place;
        }
        if (length < LONGEST) {
            append(Character.toLowerCase(point));
        }
        return place + Character.charCount(point);
    }

    private void append(int point) {
        if (point < 0x80) {
            word[length++] = (byte) point;
        } else if (point < 0x800) {
            word[length++] = (byte) (0xc0 | (point >> 6));
            word[length++] = (byte) (0x80 | (point & 0x3f));
        } else if (point < 0x10000) {
            word[length++] = (byte) (0xe0 | (point >> 12));
            word[length++] = (byte) (0x80 | ((point >> 6) & 0x3f));
            word[length++] = (byte) (0x80 | (point & 0x3f));
        } else {
            word[length++] = (byte) (0xf0 | (point >> 18));
            word[length++] = (byte) (0x80 | ((point >> 12) & 0x3f));
            word[length++] = (byte) (0x80 | ((point >> 6) & 0x3f));
            word[length++] = (byte) (0x80 | (point & 0x3f));
        }
    }

    private static boolean isMark(int point) {
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> false;
        };
    }

    /// Chinese, Japanese, Thai and their neighbours.
    private static boolean isAlone(int point) {
        return point >= 0x0e00
                && (Character.isIdeographic(point)
                        || point < 0x0f00
                        || (point >= 0x3040 && point < 0x3100));
    }
}
