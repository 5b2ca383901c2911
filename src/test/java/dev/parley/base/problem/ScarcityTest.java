package dev.parley.base.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;

class ScarcityTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Too many open files",
                "/dev/fd/9 (Too many open files in system)",
                "Cannot run program \"x\": error=24, Too many open files",
                "Cannot run program \"x\": Exec failed, error: 11 (Resource temporarily unavailable)",
                "posix_spawn failed, error: 12 (Cannot allocate memory)"
            })
    void knowsItByTheSystemsWords(String words) {
        var failure = new UncheckedIOException(new IOException(words));
        assertTrue(Scarcity.isIn(failure));
        assertEquals(Problem.Kind.OUT_OF_RESOURCES, Scarcity.problem(failure).kind());
    }

    @Test
    void aThreadThatCannotBeMadeIsOne() {
        assertTrue(
                Scarcity.isIn(
                        new OutOfMemoryError(
                                "unable to create native thread: possibly out of memory or process/resource limits reached")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"No such file or directory", "error=2, No such file", "error=13", ""})
    void othersAreNot(String words) {
        assertFalse(Scarcity.isIn(new IOException(words)));
        assertFalse(Scarcity.isIn(new IOException()));
    }

    @Test
    void readsTheLimitFromTheSystemsTable() {
        assertEquals(
                128,
                OpenFiles.limit(
                        "Limit                     Soft Limit           Hard Limit           Units\n"
                                + "Max open files            128                  4096                 files\n"));
        assertEquals(
                1024, OpenFiles.limit("Max open files            unlimited  unlimited  files\n"));
    }
}
