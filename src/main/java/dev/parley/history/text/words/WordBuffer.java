package dev.parley.history.text.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The words of turns that are on their way into the index, as one long row of numbers; when there
/// are enough, [InvertedWords] turns it round. Lucene would do the same word by word, in several
/// times the time. Belongs to one thread.
public final class WordBuffer implements PackedWords.Words {
    /// In the row beside the numbers of words: the ends of texts and turns, and before the words of
    /// a role this less its code.
    public static final int TEXT_END = -1;

    public static final int TURN_END = -2;
    static final int ROLE = -3;

    private static final int PAGE = 1 << 14;

    private final WordTable table = new WordTable();
    private final List<int[]> pages = new ArrayList<>();
    private int[] page = new int[0];
    private int inPage = PAGE;
    private final int[] numbers = new int[PackedWords.Run.MOST];
    private int turns;
    private int role;

    public void addTurn(Map<Role, PackedWords> words) {
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
    public void words(PackedWords.Run run) {
        table.add(run, role, turns, numbers);
        if (inPage + run.size <= PAGE) {
            System.arraycopy(numbers, 0, page, inPage, run.size);
            inPage += run.size;
        } else {
            for (var at = 0; at < run.size; at++) {
                put(numbers[at]);
            }
        }
    }

    @Override
    public void gap() {
        put(TEXT_END);
    }

    private void put(int value) {
        if (inPage == PAGE) {
            page = new int[PAGE];
            pages.add(page);
            inPage = 0;
        }
        page[inPage++] = value;
    }

    public WordTable table() {
        return table;
    }

    /// A part of the row.
    public interface Part {
        void read(int[] row, int length);
    }

    public void forEach(Part part) {
        for (var at = 0; at < pages.size(); at++) {
            part.read(pages.get(at), at == pages.size() - 1 ? inPage : PAGE);
        }
    }
}
