package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

class AbandonedLocksTest {
    @TempDir Path directory;

    @Test
    void aLockWithoutAnOwnerGoes() throws Exception {
        var lock = Files.createDirectory(directory.resolve("a.lock"));
        AbandonedLocks.clear(directory, Clock.systemUTC());
        assertThat(lock).doesNotExist();
    }

    @Test
    void whatHasAnOwnerOrIsNoLockStays() throws Exception {
        var owned = Files.createDirectory(directory.resolve("b.lock"));
        Files.writeString(owned.resolve("heartbeat"), "");
        var other = Files.createDirectory(directory.resolve("sessions"));
        var file = Files.writeString(directory.resolve("c.lock"), "");
        var elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        var link = Files.createSymbolicLink(directory.resolve("d.lock"), elsewhere);
        AbandonedLocks.clear(directory, Clock.systemUTC());
        assertThat(owned.resolve("heartbeat")).exists();
        assertThat(other).exists();
        assertThat(file).exists();
        assertThat(link).exists();
        assertThat(elsewhere).exists();
    }

    @Test
    void aDirectoryThatIsNotThereIsNoTrouble() throws Exception {
        AbandonedLocks.clear(directory.resolve("none"), Clock.systemUTC());
        assertThat(directory.resolve("none")).doesNotExist();
    }
}
