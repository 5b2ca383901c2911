package dev.parley.base.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

class ProblemTest {
    @Test
    void everyKindHasAnExitCodeAndAStatusThatSaysWhoseFaultItIs() {
        assertEquals(
                List.of(
                        "AGENT_FAILED 502 1",
                        "INVALID_REQUEST 400 2",
                        "TOO_LARGE 413 2",
                        "AGENT_NOT_INSTALLED 503 3",
                        "NOT_FOUND 404 4",
                        "WRONG_METHOD 405 2",
                        "BUSY 409 5",
                        "OVER_LIMIT 429 5",
                        "OUT_OF_RESOURCES 503 5",
                        "BROKEN_CONFIGURATION 500 6",
                        "DISK_FULL 507 9",
                        "DISK_READ_ONLY 503 9",
                        "STORE_UNAVAILABLE 503 9",
                        "UNAUTHORIZED 401 7",
                        "FAULT 500 70"),
                Arrays.stream(Problem.Kind.values())
                        .map(kind -> kind + " " + kind.httpStatus() + " " + kind.exitCode())
                        .toList());
    }

    @Test
    void aMissingCliComesWithTheWayToInstallIt() {
        var problem = Problem.cliNotFound("codex", "npm install -g @openai/codex");
        assertEquals(Problem.Kind.AGENT_NOT_INSTALLED, problem.kind());
        assertEquals("CLI not found: codex", problem.message());
        assertEquals("Install it with: npm install -g @openai/codex", problem.remedy());
    }

    @Test
    void remembersItsCause() {
        var cause = new IOException("disk");
        var problem = Problem.brokenConfiguration("m", "r").causedBy(cause);
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertSame(cause, problem.getCause());
    }
}
