package dev.parley.door.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.testing.ParleyOnTerminal;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A chat on a real terminal, with somebody who knows the keys.
class EditedChatTest {
    private static final String UP = "\u001bOA";
    private static final String CTRL_R = "\u0012";
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_U = "\u0015";
    private static final String LINE_BEGUN = "\u001b[?2004h";
    private static final String LINE_ENDED = "\u001b[?2004l";
    private static final String ALT_ENTER = "\u001b\r";

    @TempDir Path directory;
    private Path home;

    @BeforeEach
    void open() throws IOException {
        home = directory.toRealPath();
    }

    private ParleyOnTerminal chat() {
        var parley = new ParleyOnTerminal(home, "", "chat", "--provider", "demo");
        parley.sees("/help says");
        parley.sees("> ");
        parley.sees(LINE_BEGUN); // before that, what is typed is not the editor's
        return parley;
    }

    private static void end(ParleyOnTerminal parley) {
        parley.press(CTRL_U);
        parley.type("/quit");
        assertEquals(0, parley.exitCode());
    }

    @Test
    void whatWasSaidComesBackInThisChatAndTheNext() throws IOException {
        try (var parley = chat()) {
            parley.type("good morning");
            parley.sees("You said: “good morning”");
            parley.press(UP + " again\r");
            parley.sees("You said: “good morning again”");
            end(parley);
        }
        try (var parley = chat()) {
            parley.press(CTRL_R + "again");
            parley.sees("good morning");
            parley.press("\r");
            parley.sees("You said: “good morning again”");
            end(parley);
        }
        var file = home.resolve("parley/data/chat-history");
        assertThat(Files.readString(file)).startsWith("good morning\ngood morning again\n/quit\n");
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void aTextThatIsPastedIsOnePrompt() {
        try (var parley = chat()) {
            parley.press("\u001b[200~one 100%\rtwo\n\u001b[201~");
            parley.press("three" + ALT_ENTER + "four \\\rfive\r");
            parley.sees("You said: “one 100% two three four five”");
            end(parley);
            assertThat(parley.screen()).doesNotContain("turn 2");
        }
    }

    @Test
    void tabCompletesCommandsAndFiles() throws IOException {
        Files.writeString(Files.createDirectories(home.resolve("src")).resolve("Application"), "");
        try (var parley = chat()) {
            parley.type("look at @src/Appl\t");
            parley.sees("You said: “look at @src/Application”");
            parley.press("/interr\t");
            parley.sees("/interrupt");
            end(parley);
        }
    }

    /// What was half typed is no answer, and it is not lost.
    @Test
    void aQuestionWaitsUntilWhatWasTypedIsPutAside() {
        try (var parley = chat()) {
            parley.type("sleep 1 and edit");
            parley.press("half typed");
            parley.sees("[n]o:");
            parley.press("y\r");
            parley.sees("write_file allowed by");
            parley.press(" and more\r");
            parley.sees("You said: “half typed and more”");
            end(parley);
            assertThat(parley.screen()).doesNotContain("[n]o: half typed");
        }
        assertThat(home.resolve("parley/data/chat-history")).content().doesNotContain("y\n/");
    }

    @Test
    void ctrlCThrowsTheLineAwayAndTwiceEndsTheChat() {
        try (var parley = chat()) {
            parley.press("never said");
            parley.sees("never said");
            parley.press(CTRL_C);
            parley.sees(LINE_ENDED);
            parley.type("said");
            parley.sees("You said: “said”");
            parley.press(CTRL_C);
            parley.sees("Ctrl-C once more ends the session.");
            parley.press(CTRL_C);
            assertEquals(130, parley.exitCode());
        }
    }
}
