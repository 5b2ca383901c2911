package dev.parley.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

class TailTest {
    private static Tail filled(String text, int chunk) {
        var tail = new Tail();
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        for (var at = 0; at < bytes.length; at += chunk) {
            tail.add(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + chunk)));
        }
        return tail;
    }

    @Test
    void nothingIsNothing() {
        assertEquals("", new Tail().text());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 300, 8191, 8192})
    void keepsAShortTextWhole(int length) {
        var text = "b" + "a".repeat(length - 1);
        assertEquals(text, filled(text, 77).text());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 16 * 1024, 200_000})
    void keepsTheEndOfALongText(int chunk) {
        var text = "a".repeat(100_000) + " the last words";
        assertEquals("…" + text.substring(text.length() - 8 * 1024), filled(text, chunk).text());
    }
}
