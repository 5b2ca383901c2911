package dev.parley.testing;

import org.awaitility.Awaitility;

import java.time.Duration;

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

    private static boolean isZombie(long pid) {
        try {
            var stat =
                    java.nio.file.Files.readString(java.nio.file.Path.of("/proc/" + pid + "/stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
        } catch (java.io.IOException _) {
            return false;
        }
    }

    public static void awaitEnd(long pid) {
        Awaitility.await("the end of process " + pid)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !isAlive(pid));
    }
}
