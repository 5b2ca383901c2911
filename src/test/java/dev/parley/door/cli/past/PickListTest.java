package dev.parley.door.cli.past;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

class PickListTest {
    private final PickList<String> list =
            new PickList<>(
                    List.of("claude Fix the retry", "codex Fix docs", "qwen 再試行 🎉"),
                    Function.identity());

    @Test
    void wordsAreFoundInAnyOrderAndCase() {
        list.type("FIX cod");
        assertEquals(Optional.of("codex Fix docs"), list.chosen());
        list.eraseAll();
        list.type("retry clau");
        assertEquals(List.of("claude Fix the retry"), list.shown(10));
        list.type("x");
        assertEquals(Optional.empty(), list.chosen());
        list.erase();
        assertEquals(1, list.found());
    }

    @Test
    void aWideCharacterIsErasedAsAWhole() {
        list.type("🎉🎉");
        assertEquals(0, list.found());
        list.erase();
        assertEquals("🎉", list.typed());
        assertEquals(1, list.found());
    }

    @Test
    void movingEndsAtBothEndsAndShowsTheChosenOne() {
        list.move(-1);
        assertEquals(Optional.of("claude Fix the retry"), list.chosen());
        list.move(Integer.MAX_VALUE);
        assertEquals(Optional.of("qwen 再試行 🎉"), list.chosen());
        assertEquals(List.of("codex Fix docs", "qwen 再試行 🎉"), list.shown(2));
        list.move(-2);
        assertEquals(List.of("claude Fix the retry", "codex Fix docs"), list.shown(2));
    }
}
