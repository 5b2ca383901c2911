package dev.parley.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EndingTest {
    @Test
    void lastWordsHaveNoColors() {
        assertEquals(
                "12:00 ERROR [1] no sandbox",
                new Ending(1, "\u001b[2m12:00\u001b[0m \u001b[1;31mERROR\u001b[0m [1] no sandbox")
                        .lastWords());
    }
}
