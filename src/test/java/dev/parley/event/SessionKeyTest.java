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

    @ParameterizedTest
    @ValueSource(strings = {"claude:4ab00fcb", "kimi:a:b", "qwen::x"})
    void isWrittenAsItIsRead(String text) {
        assertEquals(text, SessionKey.parse(text).orElseThrow().toString());
    }
}
