package dev.parley.process;

import dev.parley.problem.Problem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// Which children a [Supervisor] has, on disk: a directory per supervisor, a file per child. A file
/// is made before its child starts and holds the child's process group from then on, so whatever
/// kills Parley, the [Guardian] and the next start ([Orphans]) know what to end.
final class ProcessLedger {
    /// Tells the ledgers of one process apart.
    private static final AtomicLong LEDGERS = new AtomicLong();

    private final Path directory;
    private final String owner;
    private final AtomicLong count = new AtomicLong();

    /// @param directory where all Parley processes keep their ledgers
    ProcessLedger(Path directory) {
        var self = ProcessHandle.current();
        this.owner = self.pid() + "-" + startSecond(self) + "-" + LEDGERS.incrementAndGet();
        this.directory = directory.resolve(owner);
        try {
            Files.createDirectories(this.directory);
        } catch (IOException e) {
            throw Problem.brokenConfiguration(
                            "Parley cannot write to its data directory " + directory + ".",
                            "Make it writable, or set PARLEY_HOME to a directory that is.")
                    .causedBy(e);
        }
    }

    /// When a process started; tells it from a later one with the same number.
    static long startSecond(ProcessHandle process) {
        return process.info().startInstant().map(Instant::getEpochSecond).orElse(0L);
    }

    Path directory() {
        return directory;
    }

    /// What the environment of all our children starts with, see [Entry#tag].
    String tagPrefix() {
        return owner + ".";
    }

    Entry enter(String label) throws IOException {
        // The directory may have been cleared away by hand while we ran.
        Files.createDirectories(directory);
        var number = count.incrementAndGet();
        var file = directory.resolve(Long.toString(number));
        Files.writeString(file, "\n" + label + "\n");
        return new Entry(file, label, tagPrefix() + number);
    }

    void delete() {
        Orphans.deleteRecursively(directory);
    }

    /// One child. Its tag is in the environment of the child and of all its descendants, also of
    /// those that left its process group.
    record Entry(Path file, String label, String tag) {
        void started(long group) throws IOException {
            Files.writeString(file, group + "\n" + label + "\n");
        }

        void ended() {
            try {
                Files.deleteIfExists(file);
            } catch (IOException _) {
                // A stale entry names a process that is gone: harmless, and the next start clears
                // it away.
            }
        }
    }
}
