package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HelpLookTest {
    @Test
    void sentencesFillTheLinesOfTheTerminal() {
        assertThat(HelpLook.filled("It runs in the server,", "if there is one.", "Otherwise here."))
                .containsExactly("It runs in the server, if there is one.", "Otherwise here.");
    }

    @Test
    void examplesAndColumnsStayAsTheyAre() {
        var lines =
                new String[] {
                    "",
                    "Examples",
                    "  parley show last",
                    "parley show last",
                    "parley show last   the newest",
                    "last          the newest",
                    "Words",
                    "",
                    "Words"
                };
        assertThat(HelpLook.filled(lines)).containsExactly(lines);
    }
}
