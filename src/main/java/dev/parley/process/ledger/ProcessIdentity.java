package dev.parley.process.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.zip.CRC32;

/// A process, told from a later one with the same number by its start. On Linux the start is
/// counted from the start of the system, so that no change of the clock makes a living one look
/// dead.
///
/// @param start what [#startOf] says of it
public record ProcessIdentity(long pid, long start) {
    private static final long CLOCK_TOLERANCE_SECONDS = 5;

    /// Starts below are seconds of the clock; those above have the system's start in their upper
    /// part.
    private static final long SMALLEST_COUNTED = 1L << 32;

    private static final long BOOT = boot();

    public static ProcessIdentity self() {
        return of(ProcessHandle.current().pid());
    }

    /// The process that has this number now.
    static ProcessIdentity of(long pid) {
        return new ProcessIdentity(pid, startOf(pid));
    }

    /// Whether it still runs. One that has ended and was not cleared away by its parent does not.
    public boolean isAlive() {
        var stat = ProcStat.of(pid);
        if (stat.isPresent() && start >= SMALLEST_COUNTED) {
            return !stat.get().isZombie() && counted(stat.get()) == start;
        }
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(_ -> stat.filter(ProcStat::isZombie).isEmpty())
                // The clock may have been set since; a pid is not used again within seconds.
                .filter(found -> Math.abs(second(found) - start) <= CLOCK_TOLERANCE_SECONDS)
                .isPresent();
    }

    private static long startOf(long pid) {
        return ProcStat.of(pid)
                .map(ProcessIdentity::counted)
                .or(() -> ProcessHandle.of(pid).map(ProcessIdentity::second))
                .orElse(0L);
    }

    private static long counted(ProcStat stat) {
        return BOOT + (stat.startTicks() & (SMALLEST_COUNTED - 1));
    }

    private static long second(ProcessHandle process) {
        return process.info().startInstant().map(Instant::getEpochSecond).orElse(0L);
    }

    /// Which start of the system this is: the same number and ticks may come again after the next.
    private static long boot() {
        var crc = new CRC32();
        try {
            crc.update(Files.readAllBytes(Path.of("/proc/sys/kernel/random/boot_id")));
        } catch (IOException _) {
            // then the ticks alone have to do
        }
        return ((crc.getValue() & 0xff_ffff) + 1) * SMALLEST_COUNTED;
    }
}
