package dev.parley.base.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

class WordWrapTest {
    @Test
    void breaksBetweenWords() {
        assertEquals(
                List.of("one two", "three"),
                WordWrap.lines("  one  two three ", "one two".length()));
        assertEquals(List.of(""), WordWrap.lines(" ", 5));
    }

    @Test
    void cutsWhatIsWiderThanALine() {
        assertEquals(List.of("a", "abcd", "ef"), WordWrap.lines("a abcdef", 4));
        var wide = WordWrap.lines("再試行のテスト", 5);
        assertEquals("再試行のテスト", String.join("", wide));
        assertThat(wide)
                .allSatisfy(line -> assertThat(ColumnWidth.of(line)).isLessThanOrEqualTo(5));
    }

    @Test
    void comesToAnEndOnATerminalThatIsTooNarrow() {
        assertEquals(List.of("再", "試"), WordWrap.lines("再試", 1));
    }
}
