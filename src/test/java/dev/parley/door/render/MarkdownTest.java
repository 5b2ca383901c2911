package dev.parley.door.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.base.screen.ColumnWidth;
import dev.parley.base.screen.ScreenStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

class MarkdownTest {
    private static String screen(String markdown, int columns, boolean hasStyles) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ScreenStream(bytes, false, new ScreenStream.Look(columns, hasStyles))) {
            MarkdownScreen.print(Markdown.read(markdown).orElseThrow(), out, "  ");
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String html(String markdown) {
        return MarkdownHtml.of(Markdown.read(markdown).orElseThrow());
    }

    @Test
    void isReadOnATerminalWithoutItsSigns() {
        assertEquals(
                """
                  Plan

                  Fix the retry, then:

                  1. read it
                  2. change it
                     • with care
                     • and slowly

                    int x = 1; // <b>

                  | name | value |
                  |---|---|

                  │ said
                  │
                  │ before

                  See docs (https://example.com) and <b>this</b>.
                """,
                screen(
                        """
                        ## Plan
                        Fix the **retry**, then:
                        1. read it
                        2. `change` it
                           - with *care*
                           - and slowly

                        ```java
                        int x = 1; // <b>
                        ```

                        | name | value |
                        |---|---|

                        > said
                        >
                        > before

                        See [docs](https://example.com) and <b>this</b>.
                        """,
                        60,
                        false));
    }

    @Test
    void signsBecomeStyles() {
        assertEquals(
                "  \u001b[1mone\u001b[0m \u001b[3mtwo\u001b[0m \u001b[36mthree\u001b[0m\n",
                screen("**one** *two* `three`", 60, true));
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 60, 80, 160})
    void textIsNoWiderThanTheTerminal(int columns) {
        var text = "再試行の テストが **fails one run** in ten ".repeat(9);
        assertThat(screen(text + "\n\n1. " + text + "\n\n> " + text, columns, false).lines())
                .allSatisfy(line ->
                        assertThat(ColumnWidth.of(line.stripTrailing()))
                                .isLessThanOrEqualTo(columns));
    }

    @Test
    void anEscapeThatIsWrittenAsAnEntityIsNone() {
        var shown = screen("a&#27;[2Jb &#x202e;c `\u001b]0;x\u0007`", 80, true);
        assertThat(shown.replace("\u001b[36m", "").replace("\u001b[0m", ""))
                .contains("␛[2J", "<U+202E>")
                .doesNotContain("\u001b", "\u202e");
        assertThat(html("a&#27;[2Jb &#x202e;c")).doesNotContain("\u001b", "\u202e");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "<img src=x onerror=alert(1)>",
                "a <b onclick=x>b</b>",
                "[x](javascript:alert(1))",
                "[x](  JaVaScRiPt:alert(1))",
                "[x](java&#x73;cript:alert(1))",
                "[x](data:text/html;base64,eA==)",
                "[x](vbscript:x)",
                "[x](file:///etc/passwd)",
                "![x](javascript:alert(1))",
                "![x](https://example.com/track.png)",
                "[x]: javascript:alert(1)\n\n[x]",
                "<javascript:alert(1)>",
                "[x](https://e.com \"\" onclick=alert(1) x=\")",
                "```\" onclick=alert(1)\n</code><script>x</script>\n```",
            })
    void nothingOfItRunsOrLoadsInABrowser(String hostile) {
        assertThat(html(hostile))
                .doesNotContainPattern("(?i)<(?!/?(p|a|code|pre|strong|em|ul|ol|li|br)\\b)")
                .doesNotContainPattern("(?i)<[^>]*(?:href|src)=\"(?!https?:|mailto:|\")")
                .doesNotContainPattern("(?i)<[^>\"]*(?:\"[^\"]*\"[^>\"]*)*\\son\\w+=");
    }

    @Test
    void whatIsNestedWithoutEndIsShownAsItIs() {
        assertTrue(Markdown.read("**".repeat(20_000) + "a" + "**".repeat(20_000)).isEmpty());
        assertTrue(Markdown.read("**".repeat(400) + "a" + "**".repeat(400)).isEmpty());
        assertTrue(Markdown.read("*a ".repeat(20_000) + "b* ".repeat(20_000)).isEmpty());
        assertTrue(Markdown.read("[".repeat(20_000) + "](x)".repeat(20_000)).isEmpty());
        // Of these the parser itself makes text at some depth.
        assertThat(screen(">".repeat(100_000) + " deep", 80, false)).contains("deep");
        assertThat(screen("- ".repeat(50_000) + "deep", 80, false)).contains("deep");
    }
}
