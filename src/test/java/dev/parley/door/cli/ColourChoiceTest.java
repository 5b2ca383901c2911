package dev.parley.door.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.door.cli.ColourChoice.When;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class ColourChoiceTest {
    private static final Map<String, String> USUAL = Map.of("TERM", "xterm");

    @Test
    void isTakenOutOfTheWordsWhereverItStands() {
        assertEquals(
                new ColourChoice(When.NEVER, List.of("sessions", "--limit", "3")),
                ColourChoice.of("sessions", "--color", "never", "--limit", "3"));
        assertEquals(
                new ColourChoice(When.ALWAYS, List.of("doctor")),
                ColourChoice.of("--color=always", "doctor"));
        assertEquals(
                new ColourChoice(When.AUTO, List.of("run", "--", "--color", "red")),
                ColourChoice.of("run", "--", "--color", "red"));
        assertNull(ColourChoice.of("usage", "--color=green").when());
    }

    @Test
    void theOptionSaysMoreThanTheEnvironment() {
        assertTrue(ColourChoice.of().hasStyles(USUAL));
        assertTrue(ColourChoice.of().hasStyles(Map.of("NO_COLOR", "")));
        for (var plain : List.of(Map.of("NO_COLOR", "1"), Map.of("TERM", "dumb"))) {
            assertFalse(ColourChoice.of().hasStyles(plain));
            assertTrue(ColourChoice.of("--color=always").hasStyles(plain));
        }
        assertFalse(ColourChoice.of("--color=never").hasStyles(USUAL));
    }
}
