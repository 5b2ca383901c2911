package dev.parley.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.provider.plain.TextOneShot;
import dev.parley.testing.Profiles;
import dev.parley.testing.Transcript;
import dev.parley.wire.OneShotDialect;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
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
        var replayed = recorded.replayWith(dialect(folder));
        if (recorded.isUpdating()) {
            replayed.save();
        } else {
            assertEquals(recorded.text(), replayed.text());
        }
    }

    private static Function<Optional<String>, OneShotDialect> dialect(String folder) {
        return folder.equals("text")
                ? TextOneShot::new
                : Profiles.of(folder).findOneShot().orElseThrow().format()::newDialect;
    }
}
