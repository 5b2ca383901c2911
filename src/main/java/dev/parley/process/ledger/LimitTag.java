package dev.parley.process.ledger;

import dev.parley.process.posix.Libc;
import dev.parley.process.posix.NativeSpawner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/// A number that a child has from its first moment and hands on to every descendant, also to one
/// that leaves its group and session and clears its environment: its limit of file locks
/// (`RLIMIT_LOCKS`). Linux keeps that limit, shows it in `/proc/<pid>/limits`, and has not used it
/// for anything since 2.4.25.
///
/// Limits belong to the whole process, so a child gets its number by Parley having it while it
/// starts the child: whatever Parley starts, it starts here.
public final class LimitTag {
    private static final Pattern LINE = Pattern.compile("Max file locks +(\\d+) ");

    /// Higher numbers than any child's.
    private static final long NOT_OURS_TO_END = 2_000_000_000_000_000_000L;

    private static final long CHILDREN = 100_000_000;

    /// How many digits a tag has.
    private static final int LENGTH = 19;

    private LimitTag() {}

    /// Starts something.
    public interface Start<T> {
        T run() throws IOException;
    }

    /// What the tags of all children of a Parley begin with.
    static String prefix(String owner) {
        var crc = new CRC32();
        crc.update(owner.getBytes(StandardCharsets.UTF_8));
        return "1%010d".formatted(crc.getValue());
    }

    static long of(String owner, long child) {
        return Long.parseLong(prefix(owner)) * CHILDREN + child % CHILDREN;
    }

    /// Does something while nothing is being started.
    static synchronized <T> T alone(Supplier<T> action) {
        return action.get();
    }

    /// Starts a child with a tag. Where the system has no such limits it has none.
    static synchronized <T> T tagging(long tag, Start<T> start) throws IOException {
        var isTagged = Own.IS_HERE && Libc.setLockLimit(tag, Own.HARD);
        try {
            return start.run();
        } finally {
            if (isTagged) {
                Libc.setLockLimit(Own.SOFT, Own.HARD);
            }
        }
    }

    /// Starts what outlives us: our guardian, a browser. It does not have the tag of an outer
    /// Parley either.
    public static <T> T untagged(Start<T> start) throws IOException {
        return tagging(NOT_OURS_TO_END, start);
    }

    /// The tag of a process; empty if it has none or is gone.
    static String of(Path process) {
        try {
            var matcher =
                    LINE.matcher(
                            Files.readString(
                                    process.resolve("limits"), StandardCharsets.ISO_8859_1));
            return matcher.find() ? matcher.group(1) : "";
        } catch (IOException _) {
            return "";
        }
    }

    /// The number of the child with this tag, if it is one of the Parley with this prefix.
    static Optional<Long> childOf(String tag, String prefix) {
        return tag.length() == LENGTH && tag.startsWith(prefix)
                ? Optional.of(Long.parseLong(tag) % CHILDREN)
                : Optional.empty();
    }

    static boolean isNotOursToEnd(String tag) {
        return tag.equals(Long.toString(NOT_OURS_TO_END));
    }

    /// The limit we were started with. Found out with the first child, because it takes the C
    /// library.
    private static final class Own {
        static final boolean IS_HERE;
        static final long SOFT;
        static final long HARD;

        static {
            var limits = new long[0];
            try {
                limits = NativeSpawner.find().isPresent() ? Libc.lockLimits() : limits;
            } catch (LinkageError | RuntimeException _) {
                // not this system
            }
            IS_HERE = limits.length == 2;
            SOFT = IS_HERE ? limits[0] : 0;
            HARD = IS_HERE ? limits[1] : 0;
        }
    }
}
