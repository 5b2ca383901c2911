package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.Transcript;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Every one-shot dialect against recordings of the real CLI.
class OneShotTranscriptTest {
    private static final List<String> PROVIDERS =
            List.of("claude", "codex", "gemini", "opencode", "kimi", "qwen");

    static Stream<Transcript> transcripts() {
        return PROVIDERS.stream().flatMap(provider -> Transcript.of(provider).stream());
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void speaksAsRecorded(Transcript recorded) {
        var provider = recorded.file().getParent().getFileName().toString();
        var format = OneShotFormat.valueOf(provider.toUpperCase(Locale.ROOT));
        var replayed = recorded.replayWith(format::newDialect);
        if (recorded.isUpdating()) {
            replayed.save();
        } else {
            assertEquals(recorded.text(), replayed.text());
        }
    }
}
