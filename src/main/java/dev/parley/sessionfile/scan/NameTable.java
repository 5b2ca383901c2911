package dev.parley.sessionfile.scan;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A few words that are recognised in bytes without making texts of them. Never changes.
public final class NameTable {
    /// What is none of them.
    public static final String NONE = "";

    private static final int PLACES = 64;

    private final String[] words = new String[PLACES];
    private final byte[][] written = new byte[PLACES][];

    private NameTable() {}

    public static NameTable of(String... words) {
        if (words.length > PLACES / 2) {
            throw new IllegalArgumentException("Too many words");
        }
        var names = new NameTable();
        for (var word : words) {
            var bytes = word.getBytes(UTF_8);
            var place = place(bytes, 0, bytes.length);
            while (names.written[place] != null) {
                place = (place + 1) % PLACES;
            }
            names.words[place] = word;
            names.written[place] = bytes;
        }
        return names;
    }

    String find(byte[] bytes, int from, int to) {
        for (var place = place(bytes, from, to);
                written[place] != null;
                place = (place + 1) % PLACES) {
            var word = written[place];
            if (word.length == to - from && Bytes.isAt(from, word, bytes)) {
                return words[place];
            }
        }
        return NONE;
    }

    private static int place(byte[] bytes, int from, int to) {
        return from == to ? 0 : ((to - from) * 31 + bytes[from] * 7 + bytes[to - 1]) & (PLACES - 1);
    }
}
