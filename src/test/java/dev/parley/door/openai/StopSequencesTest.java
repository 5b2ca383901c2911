package dev.parley.door.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.work.call.StopListening;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class StopSequencesTest {
    private static String said(List<String> stops, List<String> pieces) {
        var said = new StringBuilder();
        var filter = new StopSequences(stops, said::append);
        try {
            pieces.forEach(filter);
            filter.finish();
        } catch (StopListening _) {
            assertThat(filter.isReached()).isTrue();
        }
        assertEquals(said.toString(), filter.text());
        return said.toString();
    }

    @Test
    void aSequenceAcrossPiecesIsFound() {
        assertEquals("one ", said(List.of("END"), List.of("one E", "N", "D two")));
        assertEquals("one ENough", said(List.of("END"), List.of("one E", "N", "ough")));
        assertEquals("one E", said(List.of("END"), List.of("one E")));
    }

    /// However a text is cut into pieces, what comes out is what stands before the first sequence
    /// that is complete.
    @Test
    void piecesMakeNoDifference() {
        var random = new Random(7);
        for (var round = 0; round < 2000; round++) {
            var pieces = texts(random, random.nextInt(12), 4);
            var stops = texts(random, 1 + random.nextInt(3), 3);
            stops.removeIf(String::isEmpty);
            var whole = String.join("", pieces);
            var first =
                    stops.stream()
                            .mapToInt(whole::indexOf)
                            .filter(at -> at >= 0)
                            .min()
                            .orElse(whole.length());
            var out = said(stops, pieces);
            assertThat(whole).startsWith(out);
            assertThat(out.length()).as("%s %s", stops, pieces).isGreaterThanOrEqualTo(first);
            stops.forEach(stop -> assertThat(out).doesNotContain(stop));
        }
    }

    private static List<String> texts(Random random, int count, int longest) {
        var texts = new ArrayList<String>();
        for (var at = 0; at < count; at++) {
            texts.add(
                    random.ints(random.nextInt(longest + 1), 'a', 'c')
                            .collect(
                                    StringBuilder::new,
                                    StringBuilder::appendCodePoint,
                                    StringBuilder::append)
                            .toString());
        }
        return texts;
    }
}
