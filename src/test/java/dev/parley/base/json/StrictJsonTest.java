package dev.parley.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class StrictJsonTest {
    enum Color {
        RED,
        GREEN
    }

    record Inner(String label, Integer size, Color color) {}

    record Outer(Integer port, List<Inner> parts, Map<String, List<String>> lists) {}

    @TempDir Path directory;

    private static Problem problem(String text) {
        var problem =
                assertThrows(Problem.class, () -> StrictJson.read(text, "my.json", Outer.class));
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertThat(problem.message()).startsWith("my.json");
        return problem;
    }

    private static Problem problem(Path file) {
        var problem = assertThrows(Problem.class, () -> StrictJson.read(file, Outer.class));
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertThat(problem.message()).contains(file.toString());
        return problem;
    }

    @Test
    void readsWhatIsRight() {
        assertEquals(
                new Outer(1, List.of(new Inner("x", null, Color.RED)), Map.of("k", List.of("v"))),
                StrictJson.read(
                        """
                        {"port": 1, "parts": [{"label": "x", "color": "RED"}], "lists": {"k": ["v"]}}
                        """,
                        "my.json",
                        Outer.class));
    }

    @Test
    void aFileMayHaveCommentsACommaTooManyAndAMark() throws IOException {
        var file = directory.resolve("my.json");
        Files.writeString(
                file,
                """
                \ufeff// what this is for
                {"port": 1, /* not 2 */ "lists": {"k": ["v",],},}
                """);
        assertEquals(
                new Outer(1, null, Map.of("k", List.of("v"))), StrictJson.read(file, Outer.class));
        assertThat(assertThrows(Problem.class, () -> StrictJson.checkRewritable(file)).message())
                .isEqualTo(file + " has comments, which would be lost.");
        Files.writeString(file, "\ufeff{\"port\": 1,}");
        StrictJson.checkRewritable(file);
        problem("{\"port\": 1,}"); // what a program sends is not written by hand
    }

    @Test
    void theLineOfAMistakeIsKnown() throws IOException {
        var file = directory.resolve("my.json");
        for (var broken : List.of("\"prot\": 1}", "\"port\": \"x\"}", "\"port\": }")) {
            Files.writeString(file, "{\n\"lists\": {},\n" + broken);
            assertEquals(3, StrictJson.line(problem(file)).orElseThrow(), broken);
        }
    }

    @Test
    void anUnknownKeyComesWithTheOneThatWasMeant() {
        var problem = problem("{\"prot\": 1}");
        assertEquals("my.json: unknown key \"prot\".", problem.message());
        assertEquals("Did you mean port?", problem.remedy());
    }

    @Test
    void anUnknownKeyThatIsLikeNoOtherComesWithAllOfThem() {
        assertEquals("Known keys: lists, parts, port.", problem("{\"telemetry\": 1}").remedy());
    }

    @Test
    void anUnknownKeyDeepInsideIsNamedWithItsWholePath() {
        var problem = problem("{\"parts\": [{}, {\"lable\": \"x\"}]}");
        assertEquals("my.json: unknown key \"parts[1].lable\".", problem.message());
        assertEquals("Did you mean label?", problem.remedy());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"port\": \"many\"}",
                "{\"port\": \"1\"}",
                "{\"port\": 1.5}",
                "{\"port\": true}",
                "{\"port\": {}}",
                "{\"port\": [1]}",
                "{\"port\": 99999999999}",
                "{\"port\": 1e999}"
            })
    void aWrongTypeIsNamedWithItsKey(String text) {
        assertThat(problem(text).message())
                .startsWith("my.json: the value of \"port\" is not what is expected there: ")
                .doesNotContain("java.lang");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"parts\": [{\"size\": \"x\"}]}",
                "{\"parts\": [{\"size\": []}]}",
            })
    void aWrongTypeDeepInsideIsNamedWithItsWholePath(String text) {
        assertThat(problem(text).message())
                .startsWith("my.json: the value of \"parts[0].size\" is not");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"parts\": [{\"label\": 7}]}",
                "{\"parts\": [{\"label\": 7.5}]}",
                "{\"parts\": [{\"label\": true}]}",
            })
    void aNumberOrATruthIsNoText(String text) {
        assertEquals(
                "my.json: the value of \"parts[0].label\" is not what is expected there: it has to"
                        + " be text.",
                problem(text).message());
    }

    @Test
    void aNumberInAListOfTextsIsNamedWithItsPlace() {
        assertEquals(
                "my.json: the value of \"lists.k[1]\" is not what is expected there: it has to be"
                        + " text.",
                problem("{\"lists\": {\"k\": [\"v\", 7]}}").message());
    }

    @Test
    void aNumberIsNoWordOfAFew() {
        assertThat(problem("{\"parts\": [{\"color\": 1}]}").message())
                .startsWith("my.json: the value of \"parts[0].color\" is not")
                .contains("RED", "GREEN");
    }

    @Test
    void aWordThatIsNoneOfAFewIsNamedWithThem() {
        assertThat(problem("{\"parts\": [{\"color\": \"BLUE\"}]}").message())
                .startsWith("my.json: the value of \"parts[0].color\" is not")
                .contains("RED", "GREEN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"parts\": [null]}", "{\"parts\": {}}", "{\"parts\": \"x\"}"})
    void aListOfNothingIsNamedWithItsKey(String text) {
        assertThat(problem(text).message()).startsWith("my.json: the value of \"parts");
    }

    @Test
    void nothingInAMapIsNamedWithItsKey() {
        assertThat(problem("{\"lists\": {\"k\": null}}").message())
                .startsWith("my.json: the value of \"lists.k\" is not");
        assertThat(problem("{\"lists\": {\"k\": [\"v\", null]}}").message())
                .startsWith("my.json: the value of \"lists.k[1]\" is not");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"port\"",
                "{\"port\": ",
                "{\"port\": 1",
                "{\"parts\": [{\"label\": \"cut of",
                "{\"port\": 1,}",
                "not json",
                "{\"port\": NaN}",
                "{'port': 1}",
                "\uFEFF{}"
            })
    void whatIsNoJsonIsNamedWithItsPlace(String text) {
        var problem = problem(text);
        assertThat(problem.message()).startsWith("my.json is no valid JSON: ");
        assertThat(problem.remedy()).matches("Look at line \\d+, column \\d+\\.");
    }

    @Test
    void theSameKeyTwiceIsAnError() {
        assertThat(problem("{\"port\": 1,\n \"port\": 2}").message())
                .startsWith("my.json is no valid JSON: ")
                .contains("\"port\"");
    }

    @Test
    void moreThanOneValueIsAnError() {
        assertThat(problem("{\"port\": 1} {}").message()).contains("railing");
        assertThat(problem("{\"port\": 1} x").message()).startsWith("my.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n", "null"})
    void anEmptyFileIsSaidToBeEmpty(String text) {
        assertEquals("my.json is empty.", problem(text).message());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "\"x\"", "true"})
    void aFileThatIsNoObjectIsAnError(String text) {
        assertThat(problem(text).message())
                .startsWith("my.json is not what is expected: ")
                .doesNotContain("\"\"");
    }

    @Test
    void aHundredThousandLevelsAreAnErrorLikeAnyOther() {
        problem("{\"parts\": " + "[".repeat(100_000));
        problem("{\"x\": " + "{\"a\":".repeat(100_000));
    }

    @Test
    void aDirectoryInPlaceOfAFileIsNamed() {
        problem(directory);
    }

    @Test
    void aMissingFileIsSaidToBeMissing() {
        var file = directory.resolve("none.json");
        assertEquals("Cannot read " + file + ": there is no such file.", problem(file).message());
    }

    @Test
    void bytesThatAreNoUtf8AreSaidToBeSo() throws IOException {
        var file = Files.write(directory.resolve("latin.json"), new byte[] {'{', (byte) 0xe4, '}'});
        assertEquals("Cannot read " + file + ": it is not UTF-8.", problem(file).message());
    }
}
