package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingTest {
    /// What fails is not in the cache, and nobody would notice.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void goesWellEverywhere(boolean isQuick) throws Exception {
        assertThat(Training.run(isQuick)).isEmpty();
    }
}
