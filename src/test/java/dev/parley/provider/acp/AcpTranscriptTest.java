package dev.parley.provider.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.LiveTranscript;
import dev.parley.testing.Profiles;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.Stream;

/// The one dialect of all ACP agents against recordings of the real ones.
class AcpTranscriptTest {
    private static final List<String> PROVIDERS =
            List.of("demo", "gemini", "opencode", "kimi", "qwen");

    static Stream<Arguments> transcripts() {
        return PROVIDERS.stream()
                .flatMap(provider ->
                        LiveTranscript.of(provider).stream()
                                .map(transcript -> Arguments.of(provider, transcript)));
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void speaksAsRecorded(String provider, LiveTranscript recorded) {
        var live = Profiles.of(provider).findLive().orElseThrow();
        var replayed = recorded.replayWith(() -> live.newDialect());
        if (recorded.isUpdating()) {
            replayed.save();
        } else {
            assertEquals(recorded.text(), replayed.text());
        }
    }
}
