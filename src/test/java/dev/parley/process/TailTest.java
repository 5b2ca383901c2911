package dev.parley.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

class TailTest {
    @Test
    void keepsAShortTextWhole() {
        var tail = new Tail();
        tail.fillFrom(new ByteArrayInputStream("boom\n".getBytes(StandardCharsets.UTF_8)));
        assertEquals("boom\n", tail.text());
    }

    @Test
    void keepsTheEndOfALongText() {
        var tail = new Tail();
        var text = "a".repeat(100_000) + " the last words";
        tail.fillFrom(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        assertTrue(tail.text().startsWith("…a"));
        assertTrue(tail.text().endsWith("a the last words"));
    }
}
