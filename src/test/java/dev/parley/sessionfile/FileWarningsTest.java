package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.parley.testing.LogLines;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

class FileWarningsTest {
    @TempDir Path folder;
    @RegisterExtension private final LogLines log = new LogLines(FileWarnings.class);

    @Test
    void eachFileGetsOneLineWhoeverComplains() {
        var one = folder.resolve("one.jsonl");
        var other = folder.resolve("other.jsonl");
        FileWarnings.skipped(0, 0, one);
        FileWarnings.skipped(1, 0, one);
        FileWarnings.skipped(2, 0, one);
        FileWarnings.cannotRead(one, "it is gone");
        FileWarnings.skipped(3, 0, other);
        FileWarnings.cannotList(folder, "not allowed");
        assertEquals(
                List.of(
                        "Skipped an unreadable line of " + one,
                        "Skipped 3 unreadable lines of " + other,
                        "Cannot list " + folder + ": not allowed"),
                log.about(folder));
    }

    /// Whoever is root may look everywhere.
    @Test
    void aFolderThatIsNotOursIsNotAnEmptyOne() throws IOException {
        Discovery.check(folder.resolve("none"));
        Discovery.check(folder);
        assertEquals(List.of(), log.about(folder));
        var closed = Files.createDirectory(folder.resolve("closed"));
        Files.setPosixFilePermissions(closed, Set.of());
        assumeFalse(Files.isReadable(closed));
        Discovery.check(closed);
        assertEquals(List.of("Cannot list " + closed + ": no permission"), log.about(folder));
    }

    @Test
    void saysWhyInWords() {
        var refused = new AccessDeniedException("/home/dev/a.jsonl");
        assertEquals("no permission", FileWarnings.reason(refused));
        assertEquals("no permission", FileWarnings.reason(new DirectoryIteratorException(refused)));
        assertEquals(
                "java.io.IOException: Is a directory",
                FileWarnings.reason(new IOException("Is a directory")));
    }

    @Test
    void aDocumentThatIsNoJsonIsComplainedOfAndAnEmptyOneIsNot() throws IOException {
        var broken = Files.writeString(folder.resolve("broken.json"), "{\"half\":");
        var empty = Files.writeString(folder.resolve("empty.json"), "\n");
        assertEquals(Optional.empty(), BoundedFiles.json(broken));
        assertEquals(Optional.empty(), BoundedFiles.json(empty));
        assertEquals(List.of("Cannot read " + broken + ": it is no JSON"), log.about(folder));
    }
}
