package dev.parley.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The words of turns that are on their way into the index, as one long row of numbers; when there
/// are enough, [InvertedWords] turns it round. Lucene would do the same word by word, in several
/// times the time. Belongs to one thread.
final class WordBuffer implements PackedWords.Words {
    /// In the row beside the numbers of words: the ends of texts and turns, and before the words of
    /// a role this less its code.
    static final int TEXT_END = -1;

    static final int TURN_END = -2;
    static final int ROLE = -3;

    private static final int TOGETHER = 32;
    private static final int PAGE = 1 << 14;

    private final WordTable table = new WordTable();
    private final List<int[]> pages = new ArrayList<>();
    private int[] page = new int[0];
    private int inPage = PAGE;

    /// Words that wait to be looked up together, and what they are in.
    private byte[] source = new byte[0];

    private final long[] keys = new long[TOGETHER];
    private final long[] known = new long[TOGETHER];
    private final int[] starts = new int[TOGETHER];
    private final int[] lengths = new int[TOGETHER];
    private int waiting;
    private int turns;
    private int role;

    void addTurn(Map<Role, PackedWords> words) {
        words.forEach((of, packed) -> {
            if (!packed.isEmpty()) {
                role = of.code();
                put(ROLE - role);
                packed.unpack(this);
            }
        });
        put(TURN_END);
        turns++;
    }

    @Override
    public void word(byte[] bytes, int from, int length, long hash) {
        if (waiting == TOGETHER) {
            settle();
        }
        source = bytes;
        keys[waiting] = WordTable.key(role, hash);
        starts[waiting] = from;
        lengths[waiting++] = length;
    }

    @Override
    public void gap() {
        settle();
        put(TEXT_END);
    }

    @Override
    public void end() {
        settle();
    }

    /// Looks up all words that wait.
    private void settle() {
        table.look(keys, waiting, known);
        for (var at = 0; at < waiting; at++) {
            put(table.add(keys[at], role, source, starts[at], lengths[at], turns));
        }
        waiting = 0;
    }

    private void put(int value) {
        if (inPage == PAGE) {
            page = new int[PAGE];
            pages.add(page);
            inPage = 0;
        }
        page[inPage++] = value;
    }

    WordTable table() {
        return table;
    }

    /// A part of the row.
    interface Part {
        void read(int[] row, int length);
    }

    void forEach(Part part) {
        for (var at = 0; at < pages.size(); at++) {
            part.read(pages.get(at), at == pages.size() - 1 ? inPage : PAGE);
        }
    }
}
