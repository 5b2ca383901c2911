package dev.parley.door.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class RequestTest {
    record Body(String name, Integer count, List<String> words) {
        Body {
            words = words == null ? List.of() : List.copyOf(words);
        }
    }

    private static Request cookies(String header) {
        return new Request("GET", "/", Map.of(), Map.of(), Map.of("cookie", header), "");
    }

    private static Request body(String text) {
        return new Request("POST", "/", Map.of(), Map.of(), Map.of(), text);
    }

    @Test
    void findsACookieAmongOthers() {
        assertEquals(Optional.of("v"), cookies("parley=v").cookie("parley"));
        assertEquals(Optional.of("v"), cookies("a=b;  parley = v ;c").cookie("parley"));
        assertEquals(Optional.of("v=w="), cookies("parley=v=w=").cookie("parley"));
        assertEquals(Optional.of(""), cookies("parley=").cookie("parley"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ";",
                "=",
                "=v",
                "parley",
                "xparley=v",
                "parley2=v",
                "Parley=v",
                "a=parley=v"
            })
    void findsNoCookieWhereThereIsNone(String header) {
        assertEquals(Optional.empty(), cookies(header).cookie("parley"));
        assertEquals(Optional.empty(), body("").cookie("parley"));
    }

    @Test
    void headersHaveNoCase() {
        assertEquals(Optional.of("a=b"), cookies("a=b").header("COOKIE"));
    }

    @Test
    void readsABodyOfTheGivenShape() {
        assertEquals(
                new Body("n", 1, List.of("ü")),
                body("{\"name\":\"n\",\"count\":1,\"words\":[\"ü\"],\"new\":true}")
                        .body(Body.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "\"x\"",
                "hello",
                "{",
                "{\"name\":\"n\"",
                "{\"count\":\"x\"}",
                "{\"count\":99999999999}",
                "{\"words\":[null]}",
                "{\"words\":{}}",
                "{} {}"
            })
    void aBodyOfAnotherShapeIsAProblemOfTheAsker(String text) {
        var problem = assertThrows(Problem.class, () -> body(text).body(Body.class));
        assertEquals(Problem.Kind.INVALID_REQUEST, problem.kind());
        assertThat(problem.message()).startsWith("The body ");
    }

    @Test
    void aHundredThousandLevelsAreAProblemOfTheAsker() {
        var text = "{\"words\":" + "[".repeat(100_000);
        assertThrows(Problem.class, () -> body(text).body(Body.class));
    }
}
