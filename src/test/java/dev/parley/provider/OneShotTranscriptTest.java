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
            List.of("claude", "codex", "gemini", "opencode", "kimi", "qwen", "demo", "text");

    static Stream<Transcript> transcripts() {
        return PROVIDERS.stream().flatMap(provider -> Transcript.of(provider).stream());
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void speaksAsRecorded(Transcript recorded) {
        var folder = recorded.file().getParent().getFileName().toString();
        var replayed = recorded.replayWith(format(folder)::newDialect);
        if (recorded.isUpdating()) {
            replayed.save();
        } else {
            assertEquals(recorded.text(), replayed.text());
        }
    }

    private static OneShotFormat format(String folder) {
        return folder.equals("demo")
                ? OneShotFormat.PARLEY
                : OneShotFormat.valueOf(folder.toUpperCase(Locale.ROOT));
    }
}
