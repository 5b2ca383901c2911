package dev.parley.search;

import java.util.ArrayList;
import java.util.Arrays;
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

    private static final int PAGE = 1 << 16;

    private final WordTable table = new WordTable();
    private final List<int[]> pages = new ArrayList<>();
    private int[] page = new int[0];
    private int inPage = PAGE;
    private int used;
    private int turns;
    private int role;

    /// For each word two numbers, because both are needed at once: in how many turns and places it
    /// is, and the last of the turns.
    private int[] counts = new int[1 << 12];

    private int count;

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
    public void word(byte[] bytes, int from, int length) {
        var number = table.number(role, bytes, from, length);
        var at = 2 * number;
        if (at >= counts.length) {
            counts = Arrays.copyOf(counts, counts.length * 2);
        }
        var more = counts[at] == 0 || counts[at + 1] != turns ? 2 : 1;
        counts[at] += more;
        counts[at + 1] = turns;
        count += more;
        put(number);
    }

    @Override
    public void gap() {
        put(TEXT_END);
    }

    private void put(int value) {
        if (inPage == PAGE) {
            if (used == pages.size()) {
                pages.add(new int[PAGE]);
            }
            page = pages.get(used++);
            inPage = 0;
        }
        page[inPage++] = value;
    }

    int turns() {
        return turns;
    }

    WordTable table() {
        return table;
    }

    /// How many turns and places there are, of all words.
    int count() {
        return count;
    }

    /// The same of one word.
    int count(int number) {
        return counts[2 * number];
    }

    /// A part of the row.
    interface Part {
        void read(int[] row, int length);
    }

    void forEach(Part part) {
        for (var at = 0; at < used; at++) {
            part.read(pages.get(at), at == used - 1 ? inPage : PAGE);
        }
    }

    void clear() {
        table.clear();
        Arrays.fill(counts, 0);
        inPage = PAGE;
        used = 0;
        turns = 0;
        count = 0;
    }
}
