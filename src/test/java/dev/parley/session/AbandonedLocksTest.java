package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

class AbandonedLocksTest {
    @TempDir Path directory;

    @Test
    void aLockWithoutAnOwnerGoes() throws Exception {
        var lock = Files.createDirectory(directory.resolve("a.lock"));
        var begun = Files.createDirectory(directory.resolve("begun.lock"));
        Files.writeString(begun.resolve("heartbeat"), "");
        AbandonedLocks.clear(directory, Clock.systemUTC());
        assertThat(lock).doesNotExist();
        assertThat(begun).doesNotExist();
    }

    @Test
    void aLockThatWasTakenAgainWhileWeLookStays() throws Exception {
        var lock = Files.createDirectory(directory.resolve("a.lock"));
        var first = new AtomicBoolean(true);
        AbandonedLocks.clear(
                directory,
                new Now(() -> {
                    if (!first.getAndSet(false)) {
                        Files.delete(lock);
                        Files.createDirectory(lock);
                    }
                    return Files.getLastModifiedTime(lock).toInstant();
                }));
        assertThat(lock).exists();
    }

    /// A clock that does something when it is looked at.
    private static final class Now extends Clock {
        private final Callable<Instant> time;

        Now(Callable<Instant> time) {
            this.time = time;
        }

        @Override
        public Instant instant() {
            try {
                return time.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @Test
    void aLockOfAProcessThatIsGoneGoes() throws Exception {
        var ended = new ProcessBuilder("true").start();
        ended.waitFor();
        var here = AbandonedLocks.host();
        var gone = owned("gone.lock", ended.pid(), here);
        var alive = owned("alive.lock", ProcessHandle.current().pid(), here);
        var elsewhere = owned("elsewhere.lock", ended.pid(), "another-machine");
        var odd = Files.createDirectory(directory.resolve("odd.lock"));
        Files.writeString(odd.resolve("meta.json"), "{\"pid\":\"x\"");
        AbandonedLocks.clear(directory, Clock.systemUTC());
        assertThat(gone).doesNotExist();
        assertThat(alive).exists();
        assertThat(elsewhere).exists();
        assertThat(odd).exists();
    }

    private Path owned(String name, long pid, String host) throws IOException {
        var lock = Files.createDirectory(directory.resolve(name));
        Files.writeString(lock.resolve("heartbeat"), "");
        Files.writeString(
                lock.resolve("meta.json"),
                "{\"token\":\"t\",\"pid\":%d,\"hostname\":\"%s\"}".formatted(pid, host));
        return lock;
    }

    @Test
    void whatHasAnOwnerOrIsNoLockStays() throws Exception {
        var owned = Files.createDirectory(directory.resolve("b.lock"));
        Files.writeString(owned.resolve("heartbeat"), "");
        Files.writeString(owned.resolve("meta.json"), "{}");
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
