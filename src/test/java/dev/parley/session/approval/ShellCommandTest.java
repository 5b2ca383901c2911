package dev.parley.session.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "/bin/bash -lc 'touch a && touch b' | touch a && touch b",
                "bash -lc ls | ls",
                "sh -c \"echo \\\"x\\\" \\$HOME\" | echo \"x\" $HOME",
                "sh -c 'it'\\''s' | it's",
                "sh -c 'it'\"'\"'s' | it's",
                "sh -c a\\ b | a b"
            })
    void unpacksTheOneWordTheShellIsGiven(String command, String inside) {
        assertEquals(inside, ShellCommand.inside(command));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git status",
                "",
                "bash",
                "bash -lc",
                "bash script.sh",
                "bash -lc 'open",
                "bash -lc \"open",
                "bash -lc open\\",
                "bash -lc \"open\\",
                "bash -lc two words",
                "bash -lc 'two' words",
                "bash -lc $x",
                "bash -lc \"$x\"",
                "bash -lc \"`x`\"",
                "bash -lc 'x' > y",
                "./bash -lc 'x'"
            })
    void leavesAllElseAsItIs(String command) {
        assertEquals(command, ShellCommand.inside(command));
    }
}
