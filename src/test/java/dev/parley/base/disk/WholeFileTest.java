package dev.parley.base.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.base.problem.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

class WholeFileTest {
    @TempDir Path directory;

    private List<String> names() throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private Problem.Kind kindOf(WholeFile.Content content) {
        var file = directory.resolve("talk");
        return assertThrows(Problem.class, () -> WholeFile.write(file, true, content)).kind();
    }

    @Test
    void isThereWhenItIsWholeAndForItsOwnerOnly() throws Exception {
        var file = directory.resolve("talk");
        var size =
                WholeFile.write(
                        file,
                        false,
                        draft -> {
                            assertThat(file).doesNotExist();
                            Files.writeString(draft, "all of it");
                        });
        assertEquals(9, size);
        assertEquals("all of it", Files.readString(file));
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(List.of("talk"), names());
    }

    @Test
    void theOneBeforeStaysWhenSomethingGoesWrong() throws Exception {
        var file = Files.writeString(directory.resolve("talk"), "before");
        assertEquals(
                Problem.Kind.DISK_FULL,
                kindOf(draft -> {
                    Files.writeString(draft, "half");
                    throw new IOException("No space left on device");
                }));
        assertEquals(
                Problem.Kind.NOT_FOUND,
                kindOf(_ -> {
                    throw Problem.notFound("There is no such session.", "Name another.");
                }));
        assertEquals("before", Files.readString(file));
        assertEquals(List.of("talk"), names());
    }

    @Test
    void nothingIsReplacedUnlessThatIsWanted() throws Exception {
        var file = Files.writeString(directory.resolve("talk"), "before");
        assertThrows(
                Problem.class,
                () -> WholeFile.write(file, false, draft -> Files.writeString(draft, "after")));
        assertEquals("before", Files.readString(file));
        WholeFile.write(file, true, draft -> Files.writeString(draft, "after"));
        assertEquals("after", Files.readString(file));
        for (var place :
                new Path[] {directory, directory.resolve("no/where"), Path.of("/dev/null")}) {
            assertThrows(Problem.class, () -> WholeFile.write(place, true, _ -> {}));
        }
    }
}
