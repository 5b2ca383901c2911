package dev.parley.door.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Progress;
import dev.parley.base.screen.ScreenStream;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

class HistoryPassTest {
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    private Progress bar() {
        var err = new ScreenStream(screen, true, ScreenStream.Look.UNKNOWN);
        return HistoryPass.bar(new Console(InputStream.nullInputStream(), err, err, true));
    }

    private String shown() {
        return screen.toString(StandardCharsets.UTF_8);
    }

    @Test
    void nothingIsShownWhereNothingIsToBeRead() {
        bar().at(0, 0, 0, 0);
        assertThat(shown()).doesNotContain("files");
    }

    @Test
    void isGoneWhenEverythingIsRead() {
        var bar = bar();
        bar.at(1, 2, 1 << 20, 2 << 20);
        assertThat(shown()).endsWith("] 1 of 2 files, 1 of 2 MB");
        bar.at(2, 2, 2 << 20, 2 << 20);
        assertThat(shown()).endsWith("1 of 2 files, 1 of 2 MB\r\u001b[K");
    }
}
