package dev.parley.base.disk;

import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Finds out why something could not be written: no room, no right, or something else. What it says
/// passes by itself once the person has seen to the disk.
public final class DiskProblem {
    /// Less room than this is none: a database needs more for its smallest change.
    private static final long NO_ROOM = 128 * 1024;

    /// What Linux, macOS and programs say when a disk, a quota or a limit of a file's size is at
    /// its end.
    private static final List<String> NO_ROOM_WORDS =
            List.of("no space left", "quota exceeded", "file too large");

    /// With less room than this, what could not be written was too large for it.
    private static final long LITTLE_ROOM = 64 * 1024 * 1024;

    /// What git says without the reason.
    private static final List<String> NOT_WRITTEN =
            List.of("unable to write file", "write error", "failed to write");

    private DiskProblem() {}

    /// @param otherwise what is said when the disk is not to blame
    public static Problem of(Path place, Throwable cause, Problem otherwise) {
        return find(place, cause).orElse(otherwise).causedBy(cause);
    }

    /// For a file in Parley's data directory.
    public static Problem ofData(Path directory, Throwable cause) {
        return of(
                directory,
                cause,
                Problem.brokenConfiguration(
                        "Parley cannot write to its data directory " + directory + ".",
                        "Make it writable, or set PARLEY_HOME to a directory that is."));
    }

    /// Empty when the disk is not to blame.
    public static Optional<Problem> find(Path place, @Nullable Throwable cause) {
        return findFull(place, cause)
                .or(() -> isWritable(place) ? Optional.empty() : Optional.of(readOnly(place)));
    }

    /// The same for a place that need not be writable.
    public static Optional<Problem> findFull(Path place, @Nullable Throwable cause) {
        return isFull(place, cause) ? Optional.of(full(place)) : Optional.empty();
    }

    public static Problem full(Path place) {
        return new Problem(
                Problem.Kind.DISK_FULL,
                "The disk is full: nothing more can be written to " + place + ".",
                "Make room on that disk (or raise the quota or the limit of file sizes). Parley goes on by itself; nothing that it accepted is lost.");
    }

    public static Problem readOnly(Path place) {
        return new Problem(
                Problem.Kind.DISK_READ_ONLY,
                "Parley may not write to " + place + ".",
                "Make it writable for you, or set PARLEY_HOME to a directory that is. Parley goes on by itself as soon as it can.");
    }

    private static boolean isFull(Path place, @Nullable Throwable cause) {
        long free;
        try {
            free = Files.getFileStore(existing(place)).getUsableSpace();
        } catch (IOException _) {
            free = Long.MAX_VALUE;
        }
        for (var at = cause; at != null; at = at.getCause()) {
            if (isFull(String.valueOf(at.getMessage()), free)) {
                return true;
            }
        }
        return free < NO_ROOM; // the system may have said it in another language
    }

    /// @param free how much room there is by now; what could not be written may be gone again
    static boolean isFull(String said, long free) {
        var words = said.toLowerCase(Locale.ROOT);
        return NO_ROOM_WORDS.stream().anyMatch(words::contains)
                || (free < LITTLE_ROOM && NOT_WRITTEN.stream().anyMatch(words::contains));
    }

    private static boolean isWritable(Path place) {
        var there = existing(place);
        var directory = Files.isDirectory(there) ? there : there.getParent();
        return Files.isWritable(there) && (directory == null || Files.isWritable(directory));
    }

    /// The place, or the nearest directory above it that there is.
    private static Path existing(Path place) {
        var at = place.toAbsolutePath();
        while (!Files.exists(at) && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }
}
