package dev.parley.workspace.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.Optional;

class ScrollbackTest {
    private static final String LINE = "\u001b[31mred\u001b[0m 😀 line\r\n";

    private final Scrollback scrollback = new Scrollback(20_000);

    @Test
    void givesBackWhatWasAppended() {
        scrollback.append("one ");
        scrollback.append("two");
        assertEquals("one two", scrollback.all());
        assertEquals(7, scrollback.end());
        assertEquals(Optional.of("two"), scrollback.after(4));
        assertEquals(Optional.of(""), scrollback.after(7));
    }

    @Test
    void knowsNothingOfPlacesThatNeverWere() {
        scrollback.append("x");
        assertEquals(Optional.empty(), scrollback.after(2));
        assertEquals(Optional.empty(), scrollback.after(-1));
    }

    @Test
    void forgetsTheOldestAndSaysSo() {
        for (var line = 0; line < 5000; line++) {
            scrollback.append(LINE);
        }
        assertThat(scrollback.all().length()).isBetween(15_000, 20_000);
        assertEquals(5000L * LINE.length(), scrollback.end());
        assertEquals(Optional.empty(), scrollback.after(0));
        assertEquals(Optional.of(LINE), scrollback.after(scrollback.end() - LINE.length()));
    }

    @Test
    void neverBeginsInsideACharacterOrASequence() {
        var sequences = "\u001b[38;2;10;20;30m\u001b]0;a title\u0007\u001bPq#0;2\u001b\\\u001b(B😀";
        for (var at = 0; at < sequences.length() * 1200; at++) {
            scrollback.append(sequences.substring(at % sequences.length()).substring(0, 1));
            if (at % 101 == 0) {
                assertThat(scrollback.all().charAt(0)).isIn('\u001b', "😀".charAt(0));
            }
        }
        var kept = scrollback.all();
        var first = kept.indexOf("\u001b[38");
        assertThat(sequences).contains(kept.substring(0, first));
    }

    @Test
    void remembersModesThatWereSwitchedLongAgo() {
        scrollback.append("\u001b[?1049h\u001b[?25l\u001b[?1002;1006h\u001b[?1002l");
        for (var line = 0; line < 5000; line++) {
            scrollback.append(LINE);
        }
        assertThat(scrollback.all())
                .startsWith("\u001b[?25l\u001b[?1002l\u001b[?1006h\u001b[?1049h");
    }

    @Test
    void survivesASequenceLongerThanAllItKeeps() {
        scrollback.append("before\u001bP");
        for (var piece = 0; piece < 100; piece++) {
            scrollback.append("q".repeat(1000));
        }
        scrollback.append("\u001b\\after");
        assertThat(scrollback.all().length()).isLessThanOrEqualTo(20_000);
        assertThat(scrollback.all()).endsWith("after");
    }
}
