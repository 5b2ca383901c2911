package dev.parley.workspace.worktree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.base.problem.Problem;
import dev.parley.process.Capture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class GitFailureTest {
    @TempDir Path directory;

    private Problem failed(String errors) {
        return Git.failed(directory, "git write-tree failed.", new Capture("", errors, 128, false));
    }

    @Test
    void aFullDiskIsToldAsSuch() {
        for (var said :
                new String[] {
                    "error: unable to write file .git/objects/12/34: No space left on device",
                    "fatal: write error: no space left on device",
                    "error: file write error: Disk quota exceeded"
                }) {
            assertEquals(Problem.Kind.DISK_FULL, failed(said).kind());
        }
    }

    @Test
    void soIsASystemWithoutProcesses() {
        var said = "error: cannot fork() for diff: Resource temporarily unavailable";
        assertEquals(Problem.Kind.OUT_OF_RESOURCES, failed(said).kind());
    }

    @Test
    void anythingElseIsInTheWordsOfGit() {
        var problem = failed("fatal: bad object HEAD\n");
        assertEquals(Problem.Kind.BROKEN_CONFIGURATION, problem.kind());
        assertEquals("git write-tree failed.", problem.message());
        assertEquals("fatal: bad object HEAD", problem.remedy());
        assertEquals("It was ended, or printed too much.", failed(" ").remedy());
    }
}
