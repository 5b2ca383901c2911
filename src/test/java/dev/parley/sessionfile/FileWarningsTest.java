package dev.parley.sessionfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

class FileWarningsTest {
    @TempDir Path folder;
    private final Logger logger = Logger.getLogger(FileWarnings.class.getName());
    private final List<String> lines = new ArrayList<>();
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord written) {
                    // Other tests may complain of other files at the same time.
                    if (written.getMessage().contains(folder.toString())) {
                        lines.add(written.getMessage());
                    }
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(handler);
    }

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
                lines);
    }

    /// Whoever is root may look everywhere.
    @Test
    void aFolderThatIsNotOursIsNotAnEmptyOne() throws IOException {
        Discovery.check(folder.resolve("none"));
        Discovery.check(folder);
        assertEquals(List.of(), lines);
        var closed = Files.createDirectory(folder.resolve("closed"));
        Files.setPosixFilePermissions(closed, Set.of());
        assumeFalse(Files.isReadable(closed));
        Discovery.check(closed);
        assertEquals(List.of("Cannot list " + closed + ": no permission"), lines);
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
        assertEquals(List.of("Cannot read " + broken + ": it is no JSON"), lines);
    }
}
