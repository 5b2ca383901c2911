package dev.parley.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokenConnectionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"terminated", "fetch failed", "TypeError: terminated", "read ECONNRESET"})
    void saysWhatHappened(String words) {
        assertThat(BrokenConnection.explained(words))
                .startsWith("The connection to the model ended")
                .contains(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Your subscription was terminated.", "no such model", ""})
    void leavesOtherWordsAlone(String words) {
        assertEquals(words, BrokenConnection.explained(words));
    }
}
