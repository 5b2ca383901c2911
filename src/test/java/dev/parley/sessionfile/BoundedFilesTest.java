package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

class BoundedFilesTest {
    @TempDir Path folder;

    @Test
    void aMissingFileAndAFolderAreEmpty() throws IOException {
        assertEquals(Optional.empty(), BoundedFiles.text(folder.resolve("none")));
        assertEquals(Optional.empty(), BoundedFiles.text(folder));
    }

    @Test
    void aMarkInFrontIsNoPartOfTheText() throws IOException {
        var file = Files.writeString(folder.resolve("a.json"), "\uFEFF{}");
        assertEquals(Optional.of("{}"), BoundedFiles.text(file));
    }

    @Test
    @Timeout(60)
    void aPipeIsNotWaitedFor() throws Exception {
        var pipe = folder.resolve("state.json");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        assertEquals(Optional.empty(), BoundedFiles.json(pipe));
    }
}
