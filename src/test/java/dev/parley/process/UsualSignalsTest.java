package dev.parley.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

class UsualSignalsTest {
    /// What a program prints that interrupts itself, started by somebody who ignores that.
    private static String printed(List<String> words) throws Exception {
        var command =
                new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "ignoring"));
        command.addAll(words);
        command.addAll(List.of("/bin/sh", "-c", "kill -INT $$; echo it goes on"));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aProgramCanBeInterruptedAgain() throws Exception {
        assumeFalse(UsualSignals.restoring().isEmpty(), "there is no perl");
        assertEquals("it goes on\n", printed(List.of()));
        assertEquals("", printed(UsualSignals.restoring()));
    }

    @Test
    void whatIsIgnoredIsRead() {
        assertTrue(UsualSignals.areIgnored(List.of("Pid:\t1", "SigIgn:\t0000000000000002")));
        assertTrue(UsualSignals.areIgnored(List.of("SigIgn:\t0000000000001007")));
        assertFalse(UsualSignals.areIgnored(List.of("SigIgn:\t0000000000001001")));
        assertFalse(UsualSignals.areIgnored(List.of("SigBlk:\t0000000000000002")));
    }
}
