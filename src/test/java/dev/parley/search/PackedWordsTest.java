package dev.parley.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

class PackedWordsTest {
    private final TextPacker packer = new TextPacker();

    private void add(String text, PackedWords words) {
        words.gap();
        packer.pack(text, 1 << 20, words);
    }

    /// Each word with its position.
    private static List<String> placed(PackedWords words) throws IOException {
        var placed = new ArrayList<String>();
        var position = -1;
        try (var stream = words.stream()) {
            var term = stream.getAttribute(TermToBytesRefAttribute.class);
            var step = stream.getAttribute(PositionIncrementAttribute.class);
            while (stream.incrementToken()) {
                position += step.getPositionIncrement();
                placed.add(position + " " + term.getBytesRef().utf8ToString());
            }
        }
        return placed;
    }

    @Test
    void packsEveryWordOfShortTextsHoweverOftenItIsThere() throws IOException {
        var words = new PackedWords(true);
        add("gnu gnu", words);
        add("gnu äh", words);
        assertEquals(List.of("0 gnu", "1 gnu", "10 gnu", "11 äh"), placed(words));
    }

    @Test
    void keepsNewWordsOfALongTextAtTheirTruePlaces() throws IOException {
        var words = new PackedWords(true);
        add("first " + "filler ".repeat(2000) + "new filler first äh äh last", words);
        add("gnu", words);
        var placed = placed(words);
        assertEquals(
                List.of("2001 new", "2004 äh", "2006 last", "2015 gnu"),
                placed.subList(placed.size() - 4, placed.size()));
        assertTrue(placed.size() < 1500, () -> placed.size() + " words");
        assertEquals(2016, words.nextPosition());
    }

    @Test
    void leavesNothingOutWhereItShouldNot() throws IOException {
        var words = new PackedWords(false);
        add("filler ".repeat(3000), words);
        assertEquals(3000, placed(words).size());
    }

    @Test
    void beginsAnewWhenCleared() throws IOException {
        var words = new PackedWords(true);
        add("filler ".repeat(3000) + "gnu", words);
        words.clear();
        add("filler gnu", words);
        assertEquals(List.of("0 filler", "1 gnu"), placed(words));
    }

    @Test
    void knowsEveryWordItHasSeen() {
        var seen = new SeenWords();
        for (var hash = 0L; hash < 5000; hash++) {
            assertTrue(seen.add(hash * 31 + 2));
        }
        for (var hash = 0L; hash < 5000; hash++) {
            assertFalse(seen.add(hash * 31 + 2));
        }
        seen.clear();
        assertTrue(seen.add(2));
    }
}
