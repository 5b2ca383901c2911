package dev.parley.history.text.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

class PackedWordsTest {
    private final TextPacker packer = new TextPacker();
    private final PackedWords words = new PackedWords();

    private void add(String text) {
        words.gap();
        packer.pack(text, 1 << 20, words);
    }

    @Test
    void packsEveryWordHoweverOftenItIsThere() {
        add("gnu gnu");
        add("gnu äh");
        assertEquals(List.of("0 gnu", "1 gnu", "10 gnu", "11 äh"), WordList.placed(words));
        assertEquals(12, words.nextPosition());
    }

    @Test
    void packsLongTextsWhole() {
        add("filler ".repeat(30_000) + "gnu");
        assertEquals(30_001, WordList.of(words).size());
        assertEquals("gnu", WordList.of(words).getLast());
    }

    @Test
    void beginsAnewWhenCleared() {
        add("filler ".repeat(3000) + "gnu");
        words.clear();
        add("filler gnu");
        assertEquals(List.of("0 filler", "1 gnu"), WordList.placed(words));
    }
}
