package dev.parley.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Optional;

class SessionKeyTest {
    @ParameterizedTest
    @ValueSource(strings = {"", ":", "claude", "claude:", ":id", "::"})
    void withoutAProviderOrAnIdThereIsNoKey(String text) {
        assertEquals(Optional.empty(), SessionKey.parse(text));
    }

    @Test
    void onlyTheFirstColonSeparates() {
        assertEquals(
                Optional.of(new SessionKey("kimi", "a:b::c")), SessionKey.parse("kimi:a:b::c"));
        assertEquals(Optional.of(new SessionKey("kimi", ":")), SessionKey.parse("kimi::"));
    }

    @Test
    void aUuidInCapitalsIsTheSameSession() {
        assertEquals(
                new SessionKey("codex", "019a8f0c-1b2d-7c3e-8f4a-5b6c7d8e9fab"),
                new SessionKey("codex", "019A8F0C-1B2D-7C3E-8F4A-5B6C7D8E9FAB").canonical());
        var other = new SessionKey("opencode", "ses_0aBcD");
        assertEquals(other, other.canonical());
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude:4ab00fcb", "kimi:a:b", "qwen::x"})
    void isWrittenAsItIsRead(String text) {
        assertEquals(text, SessionKey.parse(text).orElseThrow().toString());
    }
}
