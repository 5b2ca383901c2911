package dev.parley.testing;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Fails the test class that leaves a process behind, and names the process: a later class in the
/// same JVM would fail instead, and could not tell whose it is. JUnit finds this by itself
/// (`junit-platform.properties`).
public final class NothingLeftBehind implements AfterAllCallback {
    private static final Set<Long> BLAMED = ConcurrentHashMap.newKeySet();

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (context.getRequiredTestClass().isMemberClass()
                || !Files.isDirectory(Path.of("/proc/self"))) {
            return;
        }
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> left().isEmpty());
        } catch (ConditionTimeoutException _) {
            var left = left();
            BLAMED.addAll(left);
            throw new AssertionError(
                    context.getDisplayName()
                            + " leaves processes behind:\n"
                            + left.stream()
                                    .map(NothingLeftBehind::describe)
                                    .collect(Collectors.joining("\n")));
        }
    }

    private static List<Long> left() throws IOException {
        return Processes.withTagOf(ProcessHandle.current().pid()).stream()
                .filter(pid -> !BLAMED.contains(pid))
                .toList();
    }

    private static String describe(long pid) {
        try {
            var process = Path.of("/proc/" + pid);
            var directory = Files.readSymbolicLink(process.resolve("cwd"));
            return pid + " in " + directory + ": " + Processes.command(pid);
        } catch (IOException gone) {
            return pid + ": " + gone;
        }
    }
}
