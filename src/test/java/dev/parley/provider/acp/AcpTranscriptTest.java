package dev.parley.provider.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.provider.Providers;
import dev.parley.testing.LiveTranscript;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
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
        var live = new Providers(Path.of("no-profiles")).named(provider).findLive().orElseThrow();
        var replayed = recorded.replayWith(() -> live.wire().newDialect(live));
        if (recorded.isUpdating()) {
            replayed.save();
        } else {
            assertEquals(recorded.text(), replayed.text());
        }
    }
}
