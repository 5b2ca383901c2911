package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.screen.ScreenStream;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.TextPrinter;
import dev.parley.event.Envelope;
import dev.parley.event.Event;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

class SilenceLineTest {
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // it may be any number
    private final ScreenStream err = new ScreenStream(screen, true, ScreenStream.Look.UNKNOWN);
    private final Console console = new Console(InputStream.nullInputStream(), err, err, true);
    private final SilenceLine line =
            new SilenceLine(console, new TextPrinter(console), "codex", now::get);

    private void passes(int seconds) {
        now.addAndGet(Duration.ofSeconds(seconds).toNanos());
        line.tick();
    }

    private String shown() {
        var text = screen.toString(StandardCharsets.UTF_8);
        screen.reset();
        return text;
    }

    private void says(Event event) {
        line.accept(new Envelope(Instant.EPOCH, "codex", null, 1, event, null));
    }

    @Test
    void tellsHowLongAnAgentHasBeenSilentAndGoesWhenItSpeaks() {
        passes(1);
        assertThat(shown()).isEmpty();
        passes(4);
        assertThat(shown()).contains("· codex: nothing heard for 5 s; Ctrl-C ends it");
        says(new Event.AssistantSaid("hello", null));
        assertThat(shown()).startsWith("\r\u001b[K").contains("hello").doesNotContain("heard");
        passes(1);
        assertThat(shown()).isEmpty();
    }

    @Test
    void doesNotWriteOverAnAnswerThatIsNotAtItsEnd() {
        says(new Event.AssistantStreamed("half a li", "m1"));
        shown();
        passes(60);
        assertThat(shown()).isEmpty();
    }

    @Test
    void countsTriesThatFailedWhichAreNoAnswer() {
        passes(3);
        says(Event.Failed.warning("stream disconnected", "x"));
        says(Event.Failed.warning("stream disconnected\n again", "x"));
        shown();
        passes(3);
        assertThat(shown())
                .contains("nothing heard for 6 s, 2 retries (stream disconnected ⏎ again); Ctrl-C");
    }

    @Test
    void whereNothingCanBeTakenBackItTellsMoreAndMoreSeldom() {
        var bytes = new ByteArrayOutputStream();
        var plain = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        var pipe = new Console(InputStream.nullInputStream(), plain, plain, false);
        try (var quiet = new SilenceLine(pipe, new TextPrinter(pipe), "codex", now::get)) {
            for (var second = 0; second < 70; second++) {
                now.addAndGet(Duration.ofSeconds(1).toNanos());
                quiet.tick();
            }
        }
        assertEquals(
                List.of(
                        "· codex: nothing heard for 15 s",
                        "· codex: nothing heard for 30 s",
                        "· codex: nothing heard for 60 s"),
                bytes.toString(StandardCharsets.UTF_8).lines().toList());
    }

    @Test
    void leavesNothingBehind() {
        passes(9);
        shown();
        line.close();
        assertThat(shown()).isEqualTo("\r\u001b[K");
        passes(9);
        assertThat(shown()).isEmpty();
    }
}
