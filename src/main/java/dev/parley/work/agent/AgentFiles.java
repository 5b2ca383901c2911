package dev.parley.work.agent;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicReference;

/// Removes what work for others has left on the disk and nobody has used for long: whole answers,
/// patches, and the homes of agents. A session whose home is gone begins anew with what was said.
/// Thread-safe.
public final class AgentFiles {
    private static final Duration EVERY = Duration.ofHours(1);

    /// Longer than any piece of work takes.
    private static final Duration WORKING = Duration.ofDays(8);

    private static final int MOST_ANSWERS = 5000;
    private static final int MOST_HOMES = 1000;

    private record Found(Path path, Instant used) {}

    private final Path answers;
    private final Path homes;
    private final Duration kept;
    private final Clock clock;
    private final AtomicReference<Instant> next = new AtomicReference<>(Instant.EPOCH);

    /// @param kept how long something is kept that nobody uses
    public AgentFiles(Path answers, Path homes, Duration kept, Clock clock) {
        this.answers = answers;
        this.homes = homes;
        this.kept = kept;
        this.clock = clock;
    }

    /// Does it beside everything else, and not often.
    void tidyNowAndThen() {
        var now = clock.instant();
        var due = next.get();
        if (now.isAfter(due) && next.compareAndSet(due, now.plus(EVERY))) {
            Thread.ofPlatform().daemon().name("agent-files").start(this::tidy);
        }
    }

    void tidy() {
        var now = clock.instant();
        remove(answers, now.minus(kept), now, MOST_ANSWERS);
        var working = now.minus(WORKING);
        var old = now.minus(kept);
        remove(homes, old.isBefore(working) ? old : working, working, MOST_HOMES);
    }

    /// @param before older ones go
    /// @param untouchable newer ones stay, however many there are
    private static void remove(Path directory, Instant before, Instant untouchable, int most) {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (var all = Files.list(directory)) {
            var newestFirst =
                    all.map(path -> new Found(path, used(path)))
                            .sorted(Comparator.comparing(Found::used).reversed())
                            .toList();
            for (var at = 0; at < newestFirst.size(); at++) {
                var found = newestFirst.get(at);
                var isTooMany = at >= most && found.used().isBefore(untouchable);
                if (isTooMany || found.used().isBefore(before)) {
                    delete(found.path());
                }
            }
        } catch (IOException e) {
            LoggerFactory.getLogger(AgentFiles.class)
                    .warn("Old files of agents stay in {}", directory, e);
        }
    }

    private static Instant used(Path path) {
        try {
            return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant();
        } catch (IOException _) {
            return Instant.MAX; // somebody else removes it just now
        }
    }

    /// Links are removed, not followed: one of them leads to the user's sign-in.
    private static void delete(Path path) throws IOException {
        Files.walkFileTree(
                path,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path directory, IOException failure)
                            throws IOException {
                        Files.deleteIfExists(directory);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
