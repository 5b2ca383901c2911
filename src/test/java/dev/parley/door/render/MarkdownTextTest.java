package dev.parley.door.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTextTest {
    @Test
    void htmlIsShownAndCodeStaysCode() {
        assertEquals(
                """
                A &lt;b>bold&lt;/b> `List<String>` and ``a ` <i>``.

                ```java
                List<String> a;
                ```

                end\
                """,
                MarkdownText.safe(
                        """
                        A <b>bold</b> `List<String>` and ``a ` <i>``.
                        ```java title=x
                        List<String> a;
                        ```
                        end
                        """));
    }

    /// Each of these is HTML to some renderer.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "\\`<script>\\`",
                "open ` here\n`<script>` and there",
                "| ` | <script> ` |\n|---|---|",
                "| `a | <script>` |",
                "`` <script> `",
                "```\ncode\n```\n<script>",
                "~~~ x\n```\n~~~\n<script>",
                "    ```\n<x>\n```\n<script>",
                "- item\n\n      ```\n\n<script>"
            })
    void noScriptIsLeftOutsideOfCode(String written) {
        var safe = MarkdownText.safe(written);
        assertThat(outsideOfFences(safe)).doesNotContain("<script");
    }

    /// As every renderer finds them: at the left, closed by the same.
    private static String outsideOfFences(String text) {
        return text.replaceAll("(?ms)^(`{3,})[^`\n]*\n.*?^\\1$", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[x](javascript:alert(1))",
                "[x]( <JavaScript:alert(1)> )",
                "[x](javascript&colon;alert(1))",
                "[x](javascript\\:alert(1))",
                "![x](data:text/html;base64,xx)",
                "[x](vbscript:1 \"title\")",
                "[x](file:///etc/passwd)"
            })
    void linksThatLeadToNoPageAreNone(String written) {
        assertThat(MarkdownText.safe(written)).contains("]\\(").doesNotContain("](");
    }

    @Test
    void soAreDefinitionsOfSuch() {
        assertThat(MarkdownText.safe("[x]\n\n[x]:\n  javascript:alert(1)"))
                .contains("[x]\\:")
                .doesNotContain("[x]:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[x](https://example.org/a?b=c&d=e:f)",
                "[x](docs/live.md#top)",
                "[x](/a:b)",
                "[x](#top)",
                "[x](mailto:me@example.org)",
                "[x]: https://example.org",
                "a > b & c"
            })
    void everythingElseStays(String written) {
        assertEquals(written, MarkdownText.safe(written));
    }
}
