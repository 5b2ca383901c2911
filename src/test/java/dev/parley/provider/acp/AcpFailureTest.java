package dev.parley.provider.acp;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcpFailureTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authentication required: 401 Invalid Authentication",
                "Gemini API key is missing or not configured.",
                "Please log in first",
                "You are not logged in"
            })
    void aMissingLoginIsTold(String words) {
        assertTrue(new AcpFailure(-32000, words).isAboutALogin());
    }

    /// The code is also what agents use for whatever went wrong.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "The server had an error while processing your request: 500",
                "The prompt has too many tokens",
                "Catalog in disarray"
            })
    void otherFailuresAreNotTakenForOne(String words) {
        assertFalse(new AcpFailure(-32000, words).isAboutALogin());
    }
}
