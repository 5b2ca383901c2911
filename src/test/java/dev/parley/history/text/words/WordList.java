package dev.parley.history.text.words;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Packed words as they can be read.
final class WordList implements PackedWords.Words {
    private final List<String> words = new ArrayList<>();
    private final List<String> placed = new ArrayList<>();
    private int position = -1;

    private WordList(PackedWords packed) {
        packed.unpack(this);
    }

    static List<String> of(PackedWords packed) {
        return new WordList(packed).words;
    }

    /// Each word with its position.
    static List<String> placed(PackedWords packed) {
        return new WordList(packed).placed;
    }

    @Override
    public void words(PackedWords.Run run) {
        for (var word = 0; word < run.size; word++) {
            var start = run.starts[word];
            var text = new String(run.bytes, start, run.bytes[start - 1], StandardCharsets.UTF_8);
            words.add(text);
            placed.add(++position + " " + text);
        }
    }

    @Override
    public void gap() {
        position += PackedWords.GAP;
    }
}
