package dev.parley.history.text.hit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.json.Json;
import dev.parley.history.text.query.SearchQuery.Term;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

class LineTextsTest {
    @TempDir Path folder;

    private TextWindow find(String line, String... words) throws IOException {
        var file = folder.resolve("file.jsonl");
        Files.writeString(
                file, "{\"before\":\"walrus\"}\n" + line + "\n{\"next\":\"walrus gnu\"}\n");
        var terms = Arrays.stream(words).map(word -> new Term(List.of(word.split(" ")), false));
        try (var texts = new LineTexts(terms.toList())) {
            return texts.find(file.toString(), "{\"before\":\"walrus\"}\n".length());
        }
    }

    private static String line(String text) {
        return Json.write(Json.object().put("type", "walrus").put("text", text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a WALRUS, and more than a few words behind it",
                "line\nwalrus\ttab \"quoted\" back\\slash and / more of it",
                "“walrus” naïve 企鹅 😀 and what else there may be",
                "bell \u0007 walrus \r\n \f \b control characters of all kinds",
            })
    void decodesTheTextAsItWas(String text) throws Exception {
        var near = find(line(text), "walrus");
        assertEquals(
                new TextWindow(text, text.toLowerCase(Locale.ROOT).indexOf("walrus"), 1), near);
    }

    @Test
    void decodesCharactersWrittenAsNumbers() throws Exception {
        var near = find("{\"text\":\"the \\u20ac walrus \\ud83d\\ude00 of many words\"}", "walrus");
        assertEquals("the € walrus 😀 of many words", near.text());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // neither in names nor across texts
                "{\"walrus\":\"no such animal in this text\",\"b\":\"seal\"} | 0",
                "{\"a_long_name_with_a_walrus_in_the_middle\":\"no such animal\"} | 0",
                "{\"a\":\"there is no walruses or sealwalrus\",\"b\":\"x\"} | 0",
                "{\"a\":\"ends with a walrus\",\"b\":\"gnu begins here\"} | 1",
                "{\"a\":\"a walrus gnu in a row, and so on\"} | 2",
                "{\"a\":\"a walrus-\\ngnu in a row, and so on\"} | 2",
            })
    void countsTheTermsOfOneText(String line, int fit) throws Exception {
        assertEquals(Math.min(fit, 1), find(line, "walrus").fit());
        assertEquals(fit == 2 ? 1 : 0, find(line, "walrus gnu").fit());
        assertEquals(fit == 2 ? 2 : fit, find(line, "walrus", "gnu").fit());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "not JSON",
                "{\"text\":",
                "{\"text\":\"",
                "{\"text\":\"\\",
                "{\"text\":\"\\u00",
                "[1,2]"
            })
    void survivesLinesThatAreBroken(String line) throws Exception {
        assertThat(find(line, "walrus").fit()).isLessThanOrEqualTo(0);
    }

    @Test
    void survivesAFileThatEndsInTheMiddle() throws Exception {
        var file = Files.writeString(folder.resolve("cut.jsonl"), "{\"text\":\"the walrus \\u20");
        try (var texts = new LineTexts(List.of(new Term(List.of("walrus"), false)))) {
            assertEquals(1, texts.find(file.toString(), 0).fit());
            assertEquals(TextWindow.NOTHING, texts.find(file.toString(), 1000));
            assertEquals(TextWindow.NOTHING, texts.find(folder.resolve("none").toString(), 0));
        }
    }

    @Test
    void takesOnlyWhatIsAroundTheHitOfALongText() throws Exception {
        var long1 = "filler \\ \"ä\" ".repeat(20_000);
        var near = find(line(long1 + "the walrus " + long1), "walrus");
        assertEquals(1, near.fit());
        assertThat(near.text().length()).isLessThan(3000);
        assertEquals("walrus ", near.text().substring(near.place(), near.place() + 7));
        assertThat(long1 + "the walrus " + long1).contains(near.text());
    }

    @Test
    void prefersThePlaceWhereAllTermsAreTogether() throws Exception {
        var apart = "walrus " + "filler ".repeat(100) + "gnu " + "filler ".repeat(100);
        var near = find(line(apart + "a gnu and a walrus"), "walrus", "gnu");
        assertEquals("gnu and a walrus", near.text().substring(near.place()));
    }

    @Test
    void beginsWithAPrivateKeyThatBeganLongBefore() throws Exception {
        var key = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIabc/+ 12\n".repeat(900);
        var near = find(line("first\n" + key + "walrus"), "walrus");
        assertThat(near.text()).startsWith("-----BEGIN RSA PRIVATE KEY");
        var snippet =
                new Snippets(List.of(new Term(List.of("walrus"), false)))
                        .around(near.text(), near.place());
        assertEquals("[secret]", snippet.text());
    }

    @Test
    void hidesSecretsThatReachBeyondWhatIsShown() throws Exception {
        var token = "eyJ" + "a".repeat(900) + ".eyJ" + "b".repeat(900) + ".ccc";
        var snippets = new Snippets(List.of(new Term(List.of("walrus"), false)));
        for (var text : List.of("the walrus has " + token + " here", token + " has the walrus")) {
            var near = find(line(text), "walrus");
            var shown = snippets.around(near.text(), near.place()).text();
            assertThat(shown).contains("walrus").doesNotContain("aaaa").doesNotContain("bbbb");
        }
    }
}
