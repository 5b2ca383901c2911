package dev.parley.base.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

class ScreenFilterTest {
    static final List<Arguments> TEXTS =
            List.of(
                    Arguments.of("rm -rf ~ \u001b[2K\rgit status", "rm -rf ~ ␛[2K␍git status"),
                    Arguments.of("\u001b]0;title\u0007", "␛]0;title␇"),
                    Arguments.of("\u001b]52;c;ZXZpbA==\u001b\\", "␛]52;c;ZXZpbA==␛\\"),
                    Arguments.of("a\bb\u007f\f\u000b", "a␈b␡␌␋"),
                    Arguments.of("\u009b2J", "<U+009B>2J"),
                    Arguments.of("\u202etxt.exe\u202c", "<U+202E>txt.exe<U+202C>"),
                    Arguments.of("zero\u200bwidth\ufeff", "zero<U+200B>width<U+FEFF>"),
                    Arguments.of("\udb40\udc41tag", "<U+E0041>tag"),
                    Arguments.of("a\u2028b\u0085c", "a<U+2028>b<U+0085>c"),
                    Arguments.of("half \ud83d", "half \ufffd"),
                    Arguments.of("red \u001b[1;31mERROR\u001b[0m", "red ERROR"),
                    Arguments.of("\u001b[31", "␛[31"),
                    Arguments.of("\u001b\u001b[31m\u001b", "␛␛"),
                    Arguments.of("line\r\nnext\tcell", "line\nnext\tcell"),
                    Arguments.of("♥\ufe0f a\ufe0f", "♥\ufe0f a"),
                    Arguments.of("👩\u200d💻", "👩\u200d💻"),
                    Arguments.of("می\u200cخواهم", "می\u200cخواهم"),
                    Arguments.of("a\u200db\u200cc", "a<U+200D>b<U+200C>c"));

    @ParameterizedTest
    @FieldSource("TEXTS")
    void showsWhatATerminalWouldObey(String written, String shown) {
        assertEquals(shown, ScreenFilter.whole(written));
    }

    /// Wherever a piece ends, and be it within a character.
    @ParameterizedTest
    @FieldSource("TEXTS")
    void remembersAcrossPieces(String written, String shown) {
        for (var cut = 0; cut <= written.length(); cut++) {
            var terminal = new ByteArrayOutputStream();
            try (var screen = new ScreenStream(terminal, false, ScreenStream.Look.UNKNOWN)) {
                screen.print(written.substring(0, cut));
                screen.flush();
                screen.print(written.substring(cut));
            }
            // A half of a pair that never comes is Java's question mark by then.
            assertEquals(
                    shown.replace('\ufffd', '?'),
                    terminal.toString(StandardCharsets.UTF_8).replace('\ufffd', '?'));
        }
    }

    @Test
    void bytesThatAreNoTextReachNoTerminal() {
        var terminal = new ByteArrayOutputStream();
        try (var screen = new ScreenStream(terminal, false, ScreenStream.Look.UNKNOWN)) {
            screen.write(0x9b);
            screen.write('2');
            screen.write('J');
            screen.println();
        }
        assertEquals("\ufffd2J\n", terminal.toString(StandardCharsets.UTF_8));
    }

    @Test
    void onlyParleysOwnWordsHaveAStyle() {
        var terminal = new ByteArrayOutputStream();
        try (var screen = new ScreenStream(terminal, false, ScreenStream.Look.UNKNOWN)) {
            ScreenStream.print(screen, Style.BOLD, "? \u001b[0mBash");
            screen.print("\u001b[1m? Bash");
        }
        assertEquals("\u001b[1m? Bash\u001b[0m? Bash", terminal.toString(StandardCharsets.UTF_8));
    }

    @Test
    void whatAPersonAgreesToHidesNothing() {
        assertEquals("rm ♥<U+FE0F>\nls", Visible.exactly("rm ♥\ufe0f\r\nls"));
        assertEquals("rm ⏎ ls ␛[31m", Visible.oneLine("rm\n\tls \u001b[31m"));
    }

    @Test
    void linesOfOthersBeginFurtherToTheRight() {
        var terminal = new ByteArrayOutputStream();
        try (var screen = new ScreenStream(terminal, false, ScreenStream.Look.UNKNOWN)) {
            var text = new OutsideText(screen, "  ");
            text.print("one\npar");
            text.print("ley: two\n\n");
            text.print("parley: three");
            text.endLine();
            text.endLine();
        }
        assertEquals(
                "  one\n  parley: two\n\n  parley: three\n",
                terminal.toString(StandardCharsets.UTF_8));
        assertThat(OutsideText.under("one\nparley: two\n")).isEqualTo("one\n  parley: two");
    }
}
