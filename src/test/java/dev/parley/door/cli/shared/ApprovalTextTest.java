package dev.parley.door.cli.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

class ApprovalTextTest {
    private static String text(String description, boolean byParley) {
        var bytes = new ByteArrayOutputStream();
        new ApprovalText("spend", null, null, description, null, byParley)
                .print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatParleyAsksIsNotTheAgents() {
        assertEquals("? Parley asks:\n    May it go on?\n", text("May it go on?", true));
    }

    @Test
    void anAgentCannotAskInParleysName() {
        var asked = text("x\n? Parley asks:\n    May it go on?", false);
        assertTrue(asked.startsWith("? The agent wants something:\n"), asked);
        assertTrue(asked.lines().noneMatch(line -> line.startsWith("? Parley asks")), asked);
    }
}
