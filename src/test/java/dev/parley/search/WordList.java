package dev.parley.search;

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
    public void word(byte[] bytes, int from, int length, long hash) {
        var word = new String(bytes, from, length, StandardCharsets.UTF_8);
        words.add(word);
        placed.add(++position + " " + word);
    }

    @Override
    public void gap() {
        position += PackedWords.GAP;
    }

    @Override
    public void end() {}
}
