package dev.parley.testing;

import org.awaitility.Awaitility;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What is alive on this machine.
public final class Processes {
    private Processes() {}

    public static boolean isAlive(long pid) {
        // A zombie in a container without an init has ended as far as anybody cares.
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> !isZombie(pid))
                .isPresent();
    }

    /// All processes that carry the tag a Parley with this pid gives its children. Linux only.
    public static List<Long> withTagOf(long parley) throws IOException {
        return withVariable("PARLEY_CHILD=" + parley + "-");
    }

    /// All processes with this text in their environment. Linux only.
    public static List<Long> withVariable(String text) throws IOException {
        var found = new ArrayList<Long>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                if (environment(process).contains(text)) {
                    found.add(Long.parseLong(process.getFileName().toString()));
                }
            }
        }
        return found;
    }

    /// How a process was started; empty when it has gone. Linux only.
    public static String command(long pid) {
        return read(Path.of("/proc/" + pid), "cmdline").replace('\0', ' ');
    }

    private static String environment(Path process) {
        return read(process, "environ");
    }

    private static String read(Path process, String file) {
        try {
            return Files.readString(process.resolve(file), StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }

    private static boolean isZombie(long pid) {
        try {
            var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
        } catch (IOException _) {
            return false;
        }
    }

    /// Whether SIGKILL was sent to it and has only to be carried out. Linux only.
    public static boolean isKilled(long pid) {
        try (var lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("ShdPnd:"))
                    .anyMatch(line ->
                            (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1L << 8) != 0);
        } catch (IOException | UncheckedIOException _) {
            return true; // it has just gone
        }
    }

    public static void awaitEnd(long pid) {
        Awaitility.await("the end of process " + pid)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !isAlive(pid));
    }
}
