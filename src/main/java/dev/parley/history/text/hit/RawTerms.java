package dev.parley.history.text.hit;

import dev.parley.history.text.query.SearchQuery.Term;
import dev.parley.history.text.words.WordScanner;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// What is looked for, recognised in JSON as it stands in a file, without decoding it. Knows the
/// upper case of ASCII only, and takes what is not ASCII for the end of a word: what it finds is
/// looked at again, and what it does not find may be there all the same.
final class RawTerms {
    /// What a byte within a text may be.
    static final byte BETWEEN = 0;

    static final byte OF_WORD = 1;
    static final byte OF_WANTED = 2;
    static final byte QUOTE = 3;
    static final byte ESCAPE = 4;
    static final byte LINE_END = 5;

    private final byte[][][] words;
    private final boolean[] mayGoOn;
    private final byte[] kinds = new byte[256];

    RawTerms(List<Term> terms) {
        words = new byte[terms.size()][][];
        mayGoOn = new boolean[terms.size()];
        for (var c = 0; c < 128; c++) {
            kinds[c] = WordScanner.isOfWord(c) ? OF_WORD : BETWEEN;
        }
        kinds['"'] = QUOTE;
        kinds['\\'] = ESCAPE;
        kinds['\n'] = LINE_END;
        for (var number = 0; number < words.length; number++) {
            var term = terms.get(number);
            mayGoOn[number] = term.isPrefix();
            words[number] =
                    term.words().stream()
                            .map(word -> word.getBytes(StandardCharsets.UTF_8))
                            .toArray(byte[][]::new);
            var first = words[number][0][0];
            kinds[first & 0xff] = OF_WANTED;
            kinds[first >= 'a' && first <= 'z' ? first - 32 : first & 0xff] = OF_WANTED;
        }
    }

    int size() {
        return words.length;
    }

    byte kind(byte one) {
        return kinds[one & 0xff];
    }

    /// Where a term ends that begins here; -1 when it does not.
    int end(int term, byte[] bytes, int from, int limit) {
        var wanted = words[term];
        var at = from;
        for (var number = 0; number < wanted.length; number++) {
            if (number > 0) {
                at = nextWord(bytes, at, limit);
            }
            at = behind(wanted[number], bytes, at, limit);
            if (at < 0) {
                return -1;
            }
            var isOpen = mayGoOn[term] && number == wanted.length - 1;
            if (!isOpen && at < limit && bytes[at] >= 0 && WordScanner.isOfWord(bytes[at])) {
                return -1;
            }
        }
        return at;
    }

    private static int behind(byte[] word, byte[] bytes, int from, int limit) {
        if (from < 0 || from + word.length > limit) {
            return -1;
        }
        for (var at = 0; at < word.length; at++) {
            var there = bytes[from + at];
            var lower = there >= 'A' && there <= 'Z' ? there + 32 : there;
            if (lower != word[at]) {
                return -1;
            }
        }
        return from + word.length;
    }

    private static int nextWord(byte[] bytes, int from, int limit) {
        var at = from;
        while (at < limit) {
            var one = bytes[at];
            if (one == '"' || one == '\n') {
                return -1;
            }
            if (one < 0 || WordScanner.isOfWord(one)) {
                return at;
            }
            at += one == '\\' ? 2 : 1;
        }
        return -1;
    }
}
