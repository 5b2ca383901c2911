package dev.parley.base.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

class JsonPathTest {
    private static final JsonNode ROOT =
            Json.parse(
                            """
                            {"a": {"b": [{"c": "found"}, [1, 2]], "": "nameless", "x": null},
                             "n": 7, "half": 2.5, "huge": 1e300, "big": 123456789012345678901234567890,
                             "yes": true, "word": "8", "[0]": "odd", "a[": "odd", "..": "odd"}
                            """)
                    .orElseThrow();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "a..b",
                ".a.b[0].c",
                "a.b[0].c.",
                "a.b[0]c",
                "a.b.[0].c",
                "a[",
                "a.b[0",
                "a.b]",
                "a.b[x]",
                "a.b[]",
                "a.b[-1]",
                "a.b[+0]",
                "a.b[ 0]",
                "a.b[99999999999999999999]",
                "a.b[2147483648]",
                "a.b[[0]]",
                "[-1]",
                "[0",
                "]["
            })
    void aMalformedPathFindsNothing(String path) {
        assertEquals(new JsonPath(List.of()), JsonPath.of(path));
        assertEquals(Optional.empty(), JsonPath.text(ROOT, path));
        assertEquals(OptionalLong.empty(), JsonPath.number(ROOT, path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "missing",
                "a.missing.c",
                "a.b[2]",
                "a.b[999999999]",
                "a.b.c",
                "a[0]",
                "n.deeper",
                "n[0]",
                "[0]",
                "a.x.y",
                "A.b[0].c"
            })
    void whatIsNotThereOrOfAnotherShapeIsAbsent(String path) {
        assertEquals(Optional.empty(), JsonPath.text(ROOT, path));
        assertEquals(OptionalLong.empty(), JsonPath.number(ROOT, path));
    }

    @Test
    void walksNamesAndIndexes() {
        assertEquals(new JsonPath(List.of("a", "b", 0, "c")), JsonPath.of("a.b[0].c"));
        assertEquals(Optional.of("found"), JsonPath.text(ROOT, "a.b[0].c"));
        assertEquals(Optional.of("2"), JsonPath.text(ROOT, "a.b[1][1]"));
        assertEquals(
                Optional.of("first"),
                JsonPath.text(Json.parse("[{\"x\":\"first\"}]").orElseThrow(), "[0].x"));
    }

    @Test
    void onlyPlainValuesAreText() {
        assertEquals(Optional.of("7"), JsonPath.text(ROOT, "n"));
        assertEquals(Optional.of("true"), JsonPath.text(ROOT, "yes"));
        assertEquals(Optional.empty(), JsonPath.text(ROOT, "a"));
        assertEquals(Optional.empty(), JsonPath.text(ROOT, "a.b"));
        assertEquals(Optional.empty(), JsonPath.text(ROOT, "a.x"));
    }

    @Test
    void onlyNumbersALongCanHoldAreNumbers() {
        assertEquals(OptionalLong.of(7), JsonPath.number(ROOT, "n"));
        assertEquals(OptionalLong.of(2), JsonPath.number(ROOT, "half"));
        assertEquals(OptionalLong.empty(), JsonPath.number(ROOT, "huge"));
        assertEquals(OptionalLong.empty(), JsonPath.number(ROOT, "big"));
        assertEquals(OptionalLong.empty(), JsonPath.number(ROOT, "word"));
        assertEquals(OptionalLong.empty(), JsonPath.number(ROOT, "yes"));
    }

    @Test
    void aPathOfAMillionStepsIsOnlyLong() {
        assertEquals(Optional.empty(), JsonPath.text(ROOT, "a" + ".a".repeat(1_000_000)));
        assertEquals(Optional.empty(), JsonPath.text(ROOT, "a" + "[0]".repeat(1_000_000)));
    }
}
