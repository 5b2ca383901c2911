package dev.parley.base.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Optional;

class JsonTest {
    private record Sample(String name, String absent, List<String> empty) {
        boolean isGood() {
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  \n",
                "Loading…",
                "{",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":\"cut",
                "[1, 2",
                "{\"a\":1} {\"b\":2}",
                "{\"a\":1}}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":1,}",
                "NaN",
                "0x10",
                "\u0000"
            })
    void whatIsNotOneJsonValueIsAbsent(String text) {
        assertEquals(Optional.empty(), Json.parse(text));
        assertEquals(Optional.empty(), Json.parseObject(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"42", "-1.5e3", "\"quoted\"", "true", "null", "[]", "[{\"a\":1}]"})
    void valuesThatAreNoObjectsAreNoiseWhereObjectsAreExpected(String text) {
        assertEquals(text, Json.write(Json.parse(text).orElseThrow()).replace("-1500.0", "-1.5e3"));
        assertEquals(Optional.empty(), Json.parseObject(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":"})
    void aHundredThousandLevelsAreNotJson(String opening) {
        assertEquals(Optional.empty(), Json.parse(opening.repeat(100_000)));
        assertEquals(Optional.empty(), Json.parseObject("{\"a\":" + opening.repeat(100_000)));
        assertEquals(Optional.empty(), Json.parse("[".repeat(100_000) + "]".repeat(100_000)));
    }

    @Test
    void aNumberOfAMillionDigitsIsNotJson() {
        assertEquals(Optional.empty(), Json.parse("{\"a\":" + "9".repeat(1_000_000) + "}"));
    }

    @Test
    void theLastOfTwoEqualKeysCounts() {
        assertEquals(Optional.of(Json.object().put("a", 2)), Json.parseObject("{\"a\":1,\"a\":2}"));
    }

    @Test
    void spaceAroundAnObjectDoesNotMatter() {
        assertEquals(
                Optional.of(Json.object().put("a", 1)), Json.parseObject(" \t{ \"a\" : 1 }\r\n"));
    }

    @Test
    void aLineOfSeveralMegabytesIsRead() {
        var text = "x".repeat(5_000_000);
        assertEquals(
                Optional.of(Json.object().put("a", text)),
                Json.parseObject("{\"a\":\"" + text + "\"}"));
    }

    @Test
    void writesNeitherAbsentValuesNorEmptyListsNorQuestions() {
        assertEquals("{\"name\":\"n\"}", Json.write(new Sample("n", null, List.of())));
    }

    @Test
    void ignoresUnknownFieldsWhenReading() {
        assertEquals(
                new Sample("n", null, null),
                Json.read(Json.object().put("name", "n").put("new", 1), Sample.class));
    }
}
