package dev.parley.history.text.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.problem.Problem;
import dev.parley.history.text.query.SearchQuery.Term;
import dev.parley.history.text.words.Role;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

class QueryReaderTest {
    private static SearchQuery read(String text) {
        return QueryReader.read(text, LocalDate.of(2026, 11, 16), ZoneOffset.UTC);
    }

    private static Term term(String... words) {
        return new Term(List.of(words), false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "say \"never closed | A quote is not closed: \"never closed | at the end of the phrase",
                "author:me x | There is no filter author: | provider:, project:, model:, tool:, role:",
                "role:boss x | There is no role \"boss\". | user, assistant, thinking, tool",
                "after:soon x | \"soon\" is no day. | 2026-11-01",
                "before:2026-13 x | \"2026-13\" is no day. | 7d",
                "after:2026-02-30 x | \"2026-02-30\" is no day. | 2026-11-01",
                "provider: x | The filter provider: has no value. | without a space",
                "-provider:codex x | A filter cannot be turned round: -provider: | -word",
                "a* | \"a*\" would find nearly everything. | at least 2 letters",
                "-word | The query only says what is not wanted. | Give a word",
                "`` | There is no word to look for. | Give a word",
                "()!? | There is no word to look for. | Give a word",
                "role:user | There is no word to look for. | Give a word",
            })
    void saysWhatIsWrongAndWhatToDo(String query, String message, String remedy) {
        assertThatThrownBy(() -> read(query == null ? "" : query))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertEquals(message, problem.message());
                            assertThat(problem.remedy()).contains(remedy);
                        });
    }

    @Test
    void refusesAQueryWithoutAnEnd() {
        assertThatThrownBy(() -> read("word ".repeat(1000))).isInstanceOf(Problem.class);
    }

    @Test
    void understandsTheWholeLanguage() {
        assertEquals(
                new SearchQuery(
                        List.of(
                                List.of(term("word")),
                                List.of(term("a", "phrase")),
                                List.of(new Term(List.of("begin"), true)),
                                List.of(term("this"), term("that"))),
                        List.of(term("without")),
                        EnumSet.of(Role.CALL, Role.RESULT),
                        List.of("codex"),
                        List.of("/home/my project"),
                        List.of("opus"),
                        List.of("bash"),
                        Instant.parse("2026-11-10T00:00:00Z"),
                        Instant.parse("2026-12-01T00:00:00Z")),
                read(
                        "Word \"a  Phrase\" begin* -without this OR that provider:Codex"
                                + " project:\"/home/my project\" model:Opus tool:Bash role:tool"
                                + " after:7d before:2026-12"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "parse_header | parse header",
                "src/main/App.java | src main app java",
                "https://acme.org/x | https acme org x",
                "std::vector | std vector",
                "C:/temp | c temp",
                "日本語 | 日 本 語",
            })
    void looksForThePartsOfAWordInARow(String word, String parts) {
        assertEquals(List.of(List.of(term(parts.split(" ")))), read(word).wanted());
    }

    @Test
    void aFilterAloneIsEnough() {
        assertEquals(List.of("claude"), read("provider:claude").providers());
        assertEquals(Set.of(Role.values()), read("provider:claude").roles());
    }
}
