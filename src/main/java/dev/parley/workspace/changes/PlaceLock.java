package dev.parley.workspace.changes;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/// Lets one at a time work with the index of a place, of all Parleys on this machine. The system
/// takes it from one that dies.
final class PlaceLock implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration AGAIN = Duration.ofMillis(5);

    private final FileChannel channel;

    private PlaceLock(FileChannel channel) {
        this.channel = channel;
    }

    static PlaceLock of(Place place) throws InterruptedException {
        try {
            var file = PrivateFiles.directories(place.own()).resolve("lock");
            PrivateFiles.file(file);
            var channel = FileChannel.open(file, StandardOpenOption.WRITE);
            var until = System.nanoTime() + PATIENCE.toNanos();
            try {
                while (!isLocked(channel)) {
                    if (System.nanoTime() > until) {
                        throw new Problem(
                                Problem.Kind.BUSY,
                                "Another Parley works on the checkpoints of " + place.root() + ".",
                                "Try again when it is done.");
                    }
                    Thread.sleep(AGAIN);
                }
            } catch (InterruptedException | RuntimeException e) {
                channel.close();
                throw e;
            }
            return new PlaceLock(channel);
        } catch (IOException e) {
            throw DiskProblem.ofData(place.own(), e);
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException _) {
            return false; // another thread of this Parley
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw DiskProblem.ofData(Path.of("lock"), e);
        }
    }
}
