package dev.parley.process.ledger;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What Linux says of a process: `/proc/<pid>/stat`.
///
/// @param parent the number of its parent
/// @param session the number of its session
/// @param startTicks when it started, counted from the start of the system: no clock changes it
record ProcStat(long pid, char state, long parent, long session, long startTicks) {
    /// Where Linux shows processes.
    static final Path ALL = Path.of("/proc");

    private static final boolean IS_HERE = Files.exists(ALL.resolve("self/stat"));

    /// Empty when there is no such process, or no Linux.
    static Optional<ProcStat> of(long pid) {
        if (!IS_HERE) {
            return Optional.empty();
        }
        try {
            var file = ALL.resolve(Long.toString(pid)).resolve("stat");
            return Optional.of(parse(pid, Files.readString(file, StandardCharsets.ISO_8859_1)));
        } catch (IOException | RuntimeException _) {
            return Optional.empty(); // it has just ended
        }
    }

    /// A command may have any name, with spaces and brackets in it: what follows the last bracket
    /// counts.
    static ProcStat parse(long pid, String text) {
        var fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
        return new ProcStat(
                pid,
                fields[0].charAt(0),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[19]));
    }

    boolean isSameProcess(ProcStat other) {
        return pid == other.pid && startTicks == other.startTicks;
    }

    /// Whether it has ended and its parent has not asked for its exit code.
    boolean isZombie() {
        return state == 'Z' || state == 'X';
    }
}
