package dev.parley.base.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

class ClosestTest {
    private static final List<String> PROVIDERS =
            List.of("claude", "codex", "gemini", "opencode", "kimi", "qwen");

    @Test
    void findsWhatWasMistyped() {
        assertEquals(List.of("claude"), Closest.to("cluade", PROVIDERS));
        assertEquals(List.of("gemini"), Closest.to("gemni", PROVIDERS));
        assertEquals(List.of("qwen"), Closest.to("QWEM", PROVIDERS));
        assertEquals(List.of("kimi"), Closest.to("kimi", PROVIDERS));
    }

    @Test
    void findsNothingWhereNothingIsAlike() {
        assertEquals(List.of(), Closest.to("telescope", PROVIDERS));
        assertEquals(List.of(), Closest.to("claude", List.of()));
    }

    @Test
    void aNameWithNoCharacterInCommonIsNotAlikeHoweverShort() {
        assertEquals(List.of(), Closest.to("x", List.of("o3", "a")));
        assertEquals(List.of(), Closest.to("xy", List.of("o3")));
        assertEquals(List.of(), Closest.to("", List.of("o3", "a", "")));
        assertEquals(List.of("o3"), Closest.to("o4", List.of("o3")));
    }

    @Test
    void tiesAreInTheOrderOfTheAlphabetAndThreeAreEnough() {
        assertEquals(
                List.of("gpt-1", "gpt-2", "gpt-3"),
                Closest.to("gpt-9", List.of("gpt-4", "gpt-3", "gpt-1", "gpt-2", "gpt-1")));
    }

    @Test
    void theMostAlikeComesFirst() {
        assertEquals(
                List.of("models", "model-x"), Closest.to("modelz", List.of("model-x", "models")));
    }

    @Test
    void asksAboutOneTwoOrThreeOrFallsBack() {
        assertEquals("Did you mean a1?", Closest.question("a2", List.of("a1"), "-"));
        assertEquals("Did you mean a1 or a3?", Closest.question("a2", List.of("a3", "a1"), "-"));
        assertEquals(
                "Did you mean a1, a3 or a4?",
                Closest.question("a2", List.of("a4", "a3", "a1", "a5"), "-"));
        assertEquals("Look it up.", Closest.question("zzzz", List.of("a1"), "Look it up."));
    }
}
